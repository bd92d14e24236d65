package hearth

import java.io.File
import java.io.FileOutputStream
import java.io.IOException
import java.net.URI
import java.util.UUID
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import kotlinx.serialization.Serializable

/**
 * Keeps events in a file until the server has them: an added event survives the end of the process.
 *
 * A record is a line with an event and the id of its batch. A batch does not change once it was sent, so that the server
 * knows it by its id if it comes again. One process may use the file, for one user.
 * @param address The URL of `/users/{user}/events`.
 */
class EventQueue(
    private val file: File, private val address: String, transport: Transport = UrlConnectionTransport(),
    retry: RetryPolicy = RetryPolicy(),
) {
    private val client = HttpClient(transport, retry)
    private val dispatcher = Dispatchers.IO.limitedParallelism(1)
    private var batches = listOf<Batch>()
    /** The batch that takes further events, and the bytes of its events. */
    private var openBatch: String? = null
    private var openBytes = 0
    private var isSending = false

    @Serializable private data class Batch(val id: String, val events: List<Event>)

    @Serializable private data class Record(val batch: String, val event: Event)

    @Serializable private class Answer(val accepted: Int, val refused: List<Refusal>)

    @Serializable private class Refusal(val index: Int, val code: String, val message: String)

    init {
        val lines = try {
            if (file.exists()) file.readLines() else emptyList()
        } catch (error: IOException) {
            throw EventQueueError.Unreadable(error.toString())
        }
        // A record is incomplete if the process ended while it was written.
        val records = lines.mapNotNull { runCatching { json.decodeFromString<Record>(it) }.getOrNull() }
        batches = records.fold(batches, ::adding)
    }

    /** The number of events that the server may not have. */
    suspend fun count() = withContext(dispatcher) { batches.sumOf { it.events.size } }

    /** Returns once the events are on the disk. */
    suspend fun add(events: List<Event>) = withContext(dispatcher) {
        var (batches, id, bytes) = Triple(batches, openBatch, openBytes)
        val lines = StringBuilder()
        for (event in events) {
            val size = 1 + json.encodeToString(event).encodeToByteArray().size
            val isFull = batches.lastOrNull()?.events?.size == maximumBatchSize || bytes + size > maximumBatchBytes
            if (id == null || isFull) {
                id = UUID.randomUUID().toString()
                bytes = 0
            }
            val record = Record(id, event)
            batches = adding(batches, record)
            bytes += size
            // The line feed before it ends a record of which the disk took only a part.
            lines.append('\n').append(json.encodeToString(record)).append('\n')
        }
        write(lines.toString().encodeToByteArray())
        this@EventQueue.batches = batches
        openBatch = id
        openBytes = bytes
    }

    /**
     * Sends all events. Call it after [add], at the start, and when the network is back. While it runs, further calls
     * return an empty report: it sends their events, too.
     */
    suspend fun send(): EventReport = withContext(dispatcher) {
        var report = EventReport()
        if (isSending) return@withContext report
        isSending = true
        try {
            while (batches.isNotEmpty()) {
                val batch = batches.first()
                if (openBatch == batch.id) openBatch = null
                val refused = try {
                    send(batch)
                } catch (error: HomeError) {
                    if (!error.isFinal) return@withContext report.copy(error = error)
                    val code = (error as HomeError.Refused).code
                    batch.events.map { EventReport.Refusal(it, code, error.message.orEmpty()) }
                }
                val accepted = report.accepted + batch.events.size - refused.size
                report = report.copy(accepted = accepted, refused = report.refused + refused)
                batches = batches.drop(1)
                rewrite()
            }
            report
        } finally {
            isSending = false
        }
    }

    /** Returns the events that the server refused. A response that cannot be read is not the server's. */
    private suspend fun send(batch: Batch): List<EventReport.Refusal> {
        val body = json.encodeToString(batch).encodeToByteArray()
        val response = client.send(HttpRequest(URI(address), "POST", mapOf("Content-Type" to "application/json"), body))
        val refused = decode(Answer.serializer(), response.body).refused.filter { it.index in batch.events.indices }
        return refused.map { EventReport.Refusal(batch.events[it.index], it.code, it.message) }
    }

    private fun adding(batches: List<Batch>, record: Record): List<Batch> {
        val last = batches.lastOrNull()?.takeIf { it.id == record.batch }
        return batches.dropLast(if (last == null) 0 else 1) + Batch(record.batch, last?.events.orEmpty() + record.event)
    }

    private fun write(lines: ByteArray) {
        val size = file.length()
        if (size + lines.size > HttpClient.maximumSize) throw EventQueueError.Full()
        try {
            file.absoluteFile.parentFile.mkdirs()
            FileOutputStream(file, true).use {
                try {
                    it.write(lines)
                    it.fd.sync()
                } catch (error: IOException) {
                    // The caller may add the same events again.
                    runCatching { it.channel.truncate(size) }
                    throw error
                }
            }
        } catch (error: IOException) {
            throw EventQueueError.Unwritable(error.toString())
        }
    }

    /** Removes sent batches from the file. If that fails, they come again after a restart, and have no effect. */
    private fun rewrite() {
        val records = batches.flatMap { batch -> batch.events.map { Record(batch.id, it) } }
        val lines = records.joinToString("") { json.encodeToString(it) + "\n" }
        runCatching { file.replace(lines.encodeToByteArray()) }
    }

    private companion object {
        /** The limits of a batch: the server takes 500 events, and bodies of 64 KiB. */
        const val maximumBatchSize = 500
        const val maximumBatchBytes = 48 shl 10
    }
}
