-- What wrk asks for: the lines of a file, `METHOD<tab>TARGET<tab>BODY`, one after the other, over and over.
--
--   wrk … -s load.lua ADDRESS -- FILE FIRST COUNT PAUSE [FIELD VALUE]…
--
-- FIRST says at which line to begin, so that a run can go on where the last one ended. All requests are made before the
-- first is sent: what they cost to make is not in any figure.
--
-- After COUNT answers nothing more is asked, and a line says so, since wrk itself waits until its time is over or it is told
-- to stop. 0 is for asking all the time.
--
-- PAUSE is the mean number of milliseconds between an answer and the next request on its connection, exponentially
-- distributed. 0 is for none.

local requests = {}
local next = 0
local left = 0
local pause = 0

function init(arguments)
    local fields = {}
    for i = 5, #arguments - 1, 2 do fields[arguments[i]] = arguments[i + 1] end
    for line in io.lines(arguments[1]) do
        local method, target, body = line:match("^(%S+)\t(%S+)\t?(.*)$")
        requests[#requests + 1] = wrk.format(method, target, fields, body ~= "" and body or nil)
    end
    next = tonumber(arguments[2]) % #requests
    left = tonumber(arguments[3])
    -- Where there is one, wrk has it look at each answer, which takes its time.
    if left > 0 then response = countDown end
    pause = tonumber(arguments[4])
    if pause > 0 then delay = exponential end
end

function exponential()
    return math.floor(-pause * math.log(1 - math.random()) + 0.5)
end

function countDown()
    left = left - 1
    if left > 0 then return end
    print("answered")
    io.flush()
    wrk.thread:stop()
end

function request()
    next = next + 1
    local text = requests[next]
    if next == #requests then next = 0 end
    return text
end

function done(summary, latency)
    local errors = summary.errors
    io.write(string.format(
        '{"requests":%d,"seconds":%.6f,"bytes":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
        summary.requests, summary.duration / 1e6, summary.bytes,
        latency:percentile(50), latency:percentile(99),
        errors.status, errors.connect + errors.read + errors.write + errors.timeout
    ))
end
