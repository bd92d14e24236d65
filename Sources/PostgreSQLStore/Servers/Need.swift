import Catalogue

/// Which of the changes that are known of a read has to see: what is kept of it is kept under that version.
enum Need {
    /// None: what never changes.
    case nothing
    /// Those of listings and products.
    case catalogue
    /// Those, and what anyone has opened.
    case openings
    /// Those of the catalogue, and what this user did.
    case user(UserID)
    /// What this user did, and nothing of the catalogue.
    case record(of: UserID)
    /// All, as only the primary has them.
    case everything
}
