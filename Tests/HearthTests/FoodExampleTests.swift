import Foundation
import HTTPTestClient
import Testing

extension `The program` {
    /// Guards the config, the mapping and the restaurants in `Examples/Food`. No other suite reads these files.
    @Suite struct `The home of the food app` {
        @Test func `has its own kind of item in every widget but the offers`() throws {
            try withFolder { folder in
                let (store, example) = (folder.path("food.store"), "Examples/Food")
                let config = Child.root.appendingPathComponent("\(example)/home.json").path
                let (file, mapping) = ("\(example)/restaurants.csv", "\(example)/restaurants.json")
                try importItems(from: file, by: mapping, into: store, config: config, in: folder)
                try withServer(on: store, "--config", config, in: folder) { server in
                    let home = try server.home("/home?width=390&scale=3&lat=39.47&lon=-0.376")
                    let kinds = home.widgets.map { Set($0.items.compactMap { $0["kind"].string }) }
                    #expect(home.widgets.map(\.id) == ["offers", "near", "map", "new"])
                    #expect(kinds == [["banner"], ["restaurant"], ["restaurant"], ["restaurant"]])
                }
            }
        }
    }
}
