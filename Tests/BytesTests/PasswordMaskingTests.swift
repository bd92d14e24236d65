import Bytes
import Testing

/// Guards messages against passwords.
@Suite struct `A message with an address` {
    @Test(arguments: [
        ("no postgresql://u:geheim@h/d", "no postgresql://u:***@h/d"),
        ("pgsql://u:ge@he/im@h/d", "pgsql://u:***@h/d"),
        ("postgresql://u:%67eheim@h,i/d and so on", "postgresql://u:***@h,i/d and so on"),
        ("postgresql://u:geheim geheim@h/d", "postgresql://u:***@h/d"),
        ("postgresql://u@h/d?sslmode=require&password=geheim: no", "postgresql://u@h/d?*** no"),
        ("POSTGRES://h/d?pass%77ord=geheim", "POSTGRES://h/d?***"),
        ("mysql://h/d?x=1&password=geheim&y", "mysql://h/d?x=1&password=***&y"),
        ("host=h password = geheim dbname=d", "host=h password = *** dbname=d"),
        ("password='ge heim\\' geheim' user=u", "password=*** user=u"),
        ("http://user:geheim@h:8087/api", "http://***@h:8087/api"),
        ("\"https://geheim@h\"", "\"https://***@h\""),
        ("expected http://HOST:PORT, found \"http://u:geheim@h\"", "expected http://HOST:PORT, found \"http://***@h\""),
        ("x://u:ge://heim@h", "x://u:***@h"),
    ])
    func `shows it without its password`(message: String, masked: String) {
        #expect(message.maskingPasswords == masked)
    }

    @Test(arguments: [
        "expected postgresql://USER@HOST/DATABASE, or a file", "Serving http://127.0.0.1:8080/home",
        "expected http://HOST:PORT or https://HOST:PORT, with a path", "role \"u@h\" does not exist",
        "the bypass = 3 was passed",
    ])
    func `is unchanged without one`(message: String) { #expect(message.maskingPasswords == message) }
}
