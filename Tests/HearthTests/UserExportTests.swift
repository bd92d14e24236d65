import Foundation
import Testing

@testable import Catalogue
@testable import HomeFeed
@testable import hearth

@Suite struct `The export of a user` {
    private func exported(events count: Int) throws -> JSON {
        let user = try #require(UserID("u1"))
        let action = UserAction.saved(try #require(CatalogueItem.ID("listing:1")))
        let events = (0..<count).map { UserEvent(position: Int64(count - $0), user: user, action: action, at: 1) }
        var writer = JSONWriter()
        writer.object { UserExport(user: user, state: .empty, events: events).write(into: &$0) }
        return try JSON(parsing: Data(writer.bytes))
    }

    @Test(arguments: [0, 1, UserExport.eventLimit, UserExport.eventLimit + 1])
    func `says whether it has all events`(count: Int) throws {
        let export = try exported(events: count)
        #expect(export["events"].array.count == min(count, UserExport.eventLimit))
        #expect(export["eventsCut"].bool == (count > UserExport.eventLimit))
    }
}
