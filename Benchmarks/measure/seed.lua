-- Sends each line of a file once, `METHOD<tab>TARGET<tab>BODY`, and then asks whether the server is alive until wrk is
-- stopped: wrk has no way to stop once all that was sent is answered.
--
--   wrk -t1 … -s seed.lua ADDRESS -- FILE

local nextLine
local isFirst = true

function init(arguments)
    nextLine = io.lines(arguments[1])
end

function request()
    -- wrk asks once before it begins, to see what kind of requests these are, and does not send that one.
    if isFirst then
        isFirst = false
        return wrk.format("GET", "/healthz")
    end
    local line = nextLine and nextLine()
    if not line then
        nextLine = nil
        return wrk.format("GET", "/healthz")
    end
    local method, target, body = line:match("^(%S+)\t(%S+)\t(.*)$")
    return wrk.format(method, target, nil, body)
end
