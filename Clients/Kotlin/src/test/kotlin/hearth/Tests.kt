package hearth

import java.io.File
import java.nio.file.Files
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/** `TestsKt VECTORS [ADDRESS]` */
fun main(arguments: Array<String>) {
    documentTests()
    pageTests()
    vectorTests(File(arguments[0]))
    storeTests()
    eventTests()
    transportTests()
    if (arguments.size > 1) serverTests(arguments[1])
    println("${passed + failed} tests: $passed passed, $failed failed")
    exitProcess(minOf(failed, 1))
}

private var passed = 0
private var failed = 0

fun test(name: String, run: suspend () -> Unit) {
    try {
        runBlocking { run() }
        passed += 1
    } catch (error: Throwable) {
        failed += 1
        println("error: $name: $error")
        error.stackTrace.filter { it.className.startsWith("hearth") }.take(6).forEach { println("    $it") }
    }
}

fun expect(holds: Boolean, message: () -> Any?) {
    if (!holds) throw AssertionError(message().toString())
}

fun <Value> expectEqual(found: Value, expected: Value) = expect(found == expected) { "found $found\n    expected $expected" }

inline fun <reified Error : Throwable> expectError(run: () -> Unit): Error {
    try {
        run()
    } catch (error: Throwable) {
        return error as? Error ?: throw error
    }
    throw AssertionError("expected an error")
}

fun withFolder(run: suspend (File) -> Unit): suspend () -> Unit = {
    val folder = Files.createTempDirectory("hearth").toFile()
    try {
        run(folder)
    } finally {
        folder.deleteRecursively()
    }
}
