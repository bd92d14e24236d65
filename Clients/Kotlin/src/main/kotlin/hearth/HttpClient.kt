package hearth

import kotlin.coroutines.cancellation.CancellationException
import kotlin.random.Random
import kotlin.time.Clock
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds
import kotlin.time.Instant
import kotlinx.coroutines.delay
import kotlinx.serialization.Serializable

/** Why a document could not be loaded, or events were not sent. */
sealed class HomeError(message: String) : Exception(message) {
    /** No response: the network is down or the server is too slow. */
    class Unreachable(message: String) : HomeError(message)

    /**
     * An error response, or a next page whose source failed, with the status 503; the `code` is empty if the response
     * is not the server's own.
     */
    class Refused(val status: Int, val code: String, message: String, val retryAfter: Duration?) : HomeError(message)

    /** The response is no home or widget, or larger than 4 MiB. */
    class Unreadable(message: String) : HomeError(message)

    /** Whether the same request may succeed later. */
    val isTemporary get() = this is Unreachable || this is Refused && status in setOf(408, 429, 502, 503, 504)

    /**
     * Whether the server never accepts it. A 401 succeeds once the app has a new token; an error without a code is not
     * the server's.
     */
    internal val isFinal
        get() = this is Refused && code != "" && status in 400..<500 && status != 401 && !isTemporary
}

/**
 * When a request is sent again: at the time that the server names, else after a random time that doubles.
 * @property maximumDelay An error with a later time is thrown at once.
 * @property random From 0 to 1.
 */
class RetryPolicy(
    val attempts: Int = 3, val baseDelay: Duration = 0.5.seconds, val maximumDelay: Duration = 30.seconds,
    val now: () -> Instant = Clock.System::now,
    val sleep: suspend (Duration) -> Unit = { delay(it) },
    val random: () -> Double = Random::nextDouble,
) {
    /** The time to wait after attempt number `attempt`, from 1, has failed; null to give up. */
    internal fun delay(error: HomeError, attempt: Int): Duration? {
        if (attempt >= attempts || !error.isTemporary) return null
        (error as? HomeError.Refused)?.retryAfter?.let { return it.takeIf { it <= maximumDelay } }
        return minOf(maximumDelay, baseDelay * (1L shl minOf(attempt - 1, 32)).toDouble()) * (0.5 + random() / 2)
    }
}

/** Sends requests until there is a response that is no temporary error. */
internal class HttpClient(private val transport: Transport, val retry: RetryPolicy) {
    /** Returns a 2xx or a 304. */
    suspend fun send(request: HttpRequest): HttpResponse {
        var attempt = 1
        while (true) {
            try {
                return sendOnce(request)
            } catch (error: HomeError) {
                retry.sleep(retry.delay(error, attempt) ?: throw error)
            }
            attempt += 1
        }
    }

    private suspend fun sendOnce(request: HttpRequest): HttpResponse {
        val response = try {
            transport.send(request)
        } catch (error: CancellationException) {
            throw error
        } catch (error: Exception) {
            throw HomeError.Unreachable(error.toString())
        }
        if (response.body.size > maximumSize) throw HomeError.Unreadable("${response.body.size} bytes")
        if (response.status in 200..299 || response.status == 304) return response
        val error = runCatching { decode(ErrorBody.serializer(), response.body).error }.getOrNull()
        val retryAfter = response.header("Retry-After")?.toDoubleOrNull()?.takeUnless { it.isNaN() } ?: error?.retryAfter
        throw HomeError.Refused(response.status, error?.code.orEmpty(), error?.message.orEmpty(), retryAfter?.seconds)
    }

    @Serializable private class ErrorBody(val error: LoadError)

    companion object {
        const val maximumSize = 4 shl 20
    }
}
