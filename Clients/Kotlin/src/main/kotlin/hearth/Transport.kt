package hearth

import java.net.HttpURLConnection
import java.net.SocketTimeoutException
import java.net.URI
import java.util.zip.GZIPInputStream
import kotlin.coroutines.resumeWithException
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withTimeoutOrNull

/** Sends requests. Wrap one to add headers, such as `Authorization`. */
fun interface Transport {
    /** Any exception but a `CancellationException` means that there was no response. */
    suspend fun send(request: HttpRequest): HttpResponse
}

data class HttpRequest(
    val url: URI, val method: String = "GET", val headers: Map<String, String> = emptyMap(), val body: ByteArray? = null,
)

class HttpResponse(val status: Int, headers: Map<String, String> = emptyMap(), val body: ByteArray = ByteArray(0)) {
    private val headers = headers.mapKeys { it.key.lowercase() }

    fun header(name: String) = headers[name.lowercase()]
}

/**
 * Sends requests over the `HttpURLConnection` that the JVM and Android have, without its cache.
 * @param timeout In milliseconds, of the whole response.
 */
class UrlConnectionTransport(private val timeout: Int = 15_000) : Transport {
    override suspend fun send(request: HttpRequest): HttpResponse =
        withTimeoutOrNull(timeout.toLong()) {
            suspendCancellableCoroutine { continuation ->
                val connection = request.url.toURL().openConnection() as HttpURLConnection
                continuation.invokeOnCancellation { connection.disconnect() }
                Dispatchers.IO.asExecutor().execute {
                    runCatching { connection.respond(request) }
                        .onSuccess { continuation.resume(it) { _, _, _ -> } }
                        .onFailure { continuation.resumeWithException(it) }
                }
            }
        } ?: throw SocketTimeoutException("no response after $timeout ms")

    private fun HttpURLConnection.respond(request: HttpRequest): HttpResponse {
        connectTimeout = timeout
        readTimeout = timeout
        useCaches = false
        instanceFollowRedirects = false
        requestMethod = request.method
        setRequestProperty("Accept-Encoding", "gzip")
        request.headers.forEach(::setRequestProperty)
        request.body?.let { body ->
            doOutput = true
            outputStream.use { it.write(body) }
        }
        val headers = headerFields.filterKeys { it != null }.mapValues { it.value.first() }
        val response = HttpResponse(responseCode, headers)
        val stream = if (response.status < 400) inputStream else errorStream
        val isPacked = response.header("Content-Encoding") == "gzip"
        val body = stream?.use { (if (isPacked) GZIPInputStream(it) else it).readBytes() } ?: ByteArray(0)
        return HttpResponse(response.status, headers, body)
    }
}
