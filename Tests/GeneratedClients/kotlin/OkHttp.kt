// The part of OkHttp that generated clients use, over the JDK's HTTP client. OkHttp itself is only in a registry that CI
// does not reach.
@file:Suppress("unused", "UNUSED_PARAMETER")

package okhttp3

import java.io.Closeable
import java.io.File
import java.io.IOException
import java.io.InputStream
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse

class MediaType(private val text: String) {
    override fun toString() = text

    companion object {
        fun String.toMediaTypeOrNull(): MediaType? = MediaType(this)
    }
}

open class RequestBody(val bytes: ByteArray) {
    companion object {
        fun ByteArray.toRequestBody(type: MediaType? = null) = RequestBody(this)
        fun String.toRequestBody(type: MediaType? = null) = RequestBody(toByteArray())
        fun File.asRequestBody(type: MediaType? = null) = RequestBody(readBytes())
    }
}

// The contract has no forms.
class FormBody {
    class Builder {
        fun add(name: String, value: String): Builder = throw UnsupportedOperationException()
        fun build(): RequestBody = throw UnsupportedOperationException()
    }
}

class MultipartBody {
    class Builder {
        fun setType(type: MediaType): Builder = throw UnsupportedOperationException()
        fun addPart(headers: Headers, body: RequestBody): Builder = throw UnsupportedOperationException()
        fun build(): RequestBody = throw UnsupportedOperationException()
    }

    companion object {
        val FORM = MediaType("multipart/form-data")
    }
}

class Headers(private val lists: Map<String, List<String>>) {
    fun toMultimap() = lists

    class Builder {
        private val lists = mutableMapOf<String, List<String>>()
        fun add(name: String, value: String) = apply { lists[name] = lists[name].orEmpty() + value }
        fun build() = Headers(lists)
    }

    companion object {
        fun Map<String, String>.toHeaders() = Headers(mapValues { listOf(it.value) })
    }
}

class HttpUrl(val text: String, val encodedPathSegments: List<String> = emptyList()) {
    fun newBuilder() = Builder(text.trimEnd('/'))

    class Builder(private var text: String = "") {
        private val segments = mutableListOf<String>()
        private val query = mutableListOf<String>()

        // Clients build a URL of one segment to encode it.
        fun scheme(name: String) = this
        fun host(name: String) = this
        fun addPathSegment(segment: String) = apply { segments += encode(segment) }
        fun addEncodedPathSegments(segments: String) = apply { text += "/$segments" }
        fun addQueryParameter(name: String, value: String?) = apply { query += encode(name) + "=" + encode(value.orEmpty()) }
        fun build() = HttpUrl(if (query.isEmpty()) text else text + "?" + query.joinToString("&"), segments)

        private fun encode(text: String) = URLEncoder.encode(text, Charsets.UTF_8).replace("+", "%20")
    }

    companion object {
        fun String.toHttpUrlOrNull(): HttpUrl? = HttpUrl(this)
    }
}

class Request(val url: HttpUrl, val method: String, val body: RequestBody?, val headers: Headers) {
    class Builder {
        private var url = HttpUrl("")
        private var method = "GET"
        private var body: RequestBody? = null
        private var headers = Headers(emptyMap())
        fun url(url: HttpUrl) = apply { this.url = url }
        fun method(method: String, body: RequestBody?) = apply { this.method = method; this.body = body }
        fun head() = method("HEAD", null)
        fun delete(body: RequestBody) = method("DELETE", body)
        fun patch(body: RequestBody) = method("PATCH", body)
        fun put(body: RequestBody) = method("PUT", body)
        fun post(body: RequestBody) = method("POST", body)
        fun headers(headers: Headers) = apply { this.headers = headers }
        fun build() = Request(url, method, body, headers)
    }
}

class ResponseBody(private val bytes: ByteArray) {
    fun string() = bytes.decodeToString()
    fun bytes() = bytes
    fun byteStream(): InputStream = bytes.inputStream()
}

class Response(private val response: HttpResponse<ByteArray>) : Closeable {
    val code get() = response.statusCode()
    val message get() = ""
    val isSuccessful get() = code in 200..299
    val headers get() = Headers(response.headers().map())
    val body: ResponseBody? get() = ResponseBody(response.body())
    fun header(name: String): String? = response.headers().firstValue(name).orElse(null)
    override fun close() {}
}

interface Callback {
    fun onFailure(call: Call, e: IOException)
    fun onResponse(call: Call, response: Response)
}

interface Call {
    fun execute(): Response
    fun enqueue(callback: Callback)
    fun cancel()

    fun interface Factory {
        fun newCall(request: Request): Call
    }
}

class OkHttpClient : Call.Factory {
    private val client = HttpClient.newHttpClient()

    override fun newCall(request: Request) = object : Call {
        override fun execute(): Response {
            val body = request.body?.let { HttpRequest.BodyPublishers.ofByteArray(it.bytes) }
            val builder = HttpRequest.newBuilder(URI(request.url.text))
                .method(request.method, body ?: HttpRequest.BodyPublishers.noBody())
            for ((name, values) in request.headers.toMultimap()) values.forEach { builder.header(name, it) }
            return Response(client.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray()))
        }

        override fun enqueue(callback: Callback) = throw UnsupportedOperationException()
        override fun cancel() {}
    }

    class Builder {
        fun build() = OkHttpClient()
    }
}
