import Foundation
import HearthClient

/// Fetches homes, a page and an error, and posts events, with the client generated from the contract.
///
///     Fetch SAMPLE FOOD FUTURE    addresses
@main struct Fetch {
    static func main() async {
        let addresses = CommandLine.arguments.dropFirst().map { HearthClientAPIConfiguration(basePath: $0) }
        let (sample, food, future) = (addresses[0], addresses[1], addresses[2])
        var home: Home?
        var failed = false

        func step(_ name: String, _ check: () async throws -> String) async {
            do {
                print("swift: \(name): \(try await check())")
            } catch {
                failed = true
                print("swift: \(name): error: \(String(describing: error).prefix(1000))")
            }
        }

        await step("home") {
            let loaded = try await HomesAPI.home(
                width: 390,
                scale: 3,
                lat: 41.66,
                lon: -83.57,
                apiConfiguration: sample
            )
            home = loaded
            try expect(loaded.items.count > 10, "more than 10 items, not \(loaded.items.count)")
            try expect(loaded.homeWidgets[0].metrics!.height > 0, "a height")
            return "\(loaded.homeWidgets.count) widgets, \(loaded.items.count) items"
        }
        await step("food") {
            let items = try await HomesAPI.home(width: 390, apiConfiguration: food).items
            let restaurant = try unwrap(items.first { $0.kind == "restaurant" })
            try expect(restaurant.caption.count == 2, "two lines, not \(restaurant.caption)")
            return restaurant.caption.map(\.text).joined(separator: ", ")
        }
        await step("page") {
            let home = try unwrap(home)
            let widget = try unwrap(home.homeWidgets.first { $0.loadMore != nil })
            let parameters = URLComponents(string: widget.loadMore!.href)?.queryItems ?? []
            let page = try await HomesAPI.widget(
                id: widget.id,
                width: 390,
                cursor: parameters.first { $0.name == "cursor" }?.value,
                shown: home.shown,
                scale: 3,
                lat: 41.66,
                lon: -83.57,
                segment: parameters.first { $0.name == "segment" }?.value,
                apiConfiguration: sample
            )
            let items = page.items ?? []
            try expect(page.id == widget.id, "a page of \(widget.id), not of \(page.id)")
            try expect(Set(items.map(\.id)).isDisjoint(with: home.items.map(\.id)), "items that were not shown yet")
            return "\(items.count) items of \(page.id)"
        }
        await step("error") {
            do {
                _ = try await HomesAPI.home(width: 1, apiConfiguration: sample)
            } catch ErrorResponse.error(400, let data?, _, _) {
                let error = try JSONDecoder().decode(ModelError.self, from: data).error
                try expect(
                    error.code == "invalid_parameter" && error.parameter == "width",
                    "an invalid width, not \(error)"
                )
                return error.message
            }
            throw Failure(expectation: "an error")
        }
        await step("events") {
            let item = try unwrap(home?.items.first)
            let events = [
                Event(type: .shown, item: item.id, tracking: item.tracking),
                Event(type: .opened, item: "product:none"),
            ]
            let recorded = try await UsersAPI.recordEvents(
                user: "swift",
                events: Events(id: "swift-1", events: events),
                apiConfiguration: sample
            )
            try expect(recorded.accepted == 1 && recorded.refused[0].index == 1, "one refused event, not \(recorded)")
            return recorded.refused[0].message
        }
        await step("unknown values") {
            let home = try await HomesAPI.home(width: 390, apiConfiguration: future)
            let widget = try unwrap(home.homeWidgets.first { $0.state == "future" })
            let item = try unwrap(widget.items?.first)
            try expect(widget.layout == "HomeWidgetFuture" && item.kind == "future", "the future, not \(widget)")
            return "\(widget.layout!), \(item.kind), \(try unwrap(item.reason?.kind))"
        }
        exit(failed ? 1 : 0)
    }

    private struct Failure: Error {
        let expectation: String
    }

    private static func expect(_ holds: Bool, _ expectation: String) throws {
        if !holds { throw Failure(expectation: expectation) }
    }

    private static func unwrap<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Failure(expectation: "a \(Value.self)") }
        return value
    }
}

extension Home {
    fileprivate var items: [Item] { homeWidgets.flatMap { $0.items ?? [] } }
}
