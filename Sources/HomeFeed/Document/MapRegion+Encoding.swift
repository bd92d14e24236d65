import Bytes
import HomeLayout

extension MapRegion {
    /// The most bytes of the member `map`.
    var maximumLength: Int { 192 + 128 * clusters.count + 8 * clusterOfPin.count }
}

extension OutputSpan<UInt8> {
    /// Appends `,"map":{"region":{…},"clusters":[…]}`.
    mutating func append(_ map: MapRegion) {
        append(",\"map\":{\"region\":{\"latitude\":")
        append(map.center)
        append(",\"latitudeSpan\":")
        append(degrees: map.latitudeSpan)
        append(",\"longitudeSpan\":")
        append(degrees: map.longitudeSpan)
        append(UInt8(ascii: "}"))
        for index in map.clusters.indices {
            append(index == 0 ? ",\"clusters\":[{\"latitude\":" : ",{\"latitude\":")
            append(map.clusters[index])
            append(",\"items\":")
            var separator = UInt8(ascii: "[")
            for pin in map.clusterOfPin.indices where map.clusterOfPin[pin] == index {
                append(separator)
                append(decimal: pin)
                separator = UInt8(ascii: ",")
            }
            append("]}")
        }
        append(map.clusters.isEmpty ? "}" : "]}")
    }

    /// Appends both coordinates, after the key of the first.
    private mutating func append(_ place: MapPlace) {
        append(degrees: place.latitude)
        append(",\"longitude\":")
        append(degrees: place.longitude)
    }

    /// Appends degrees to the hundred thousandth: about a metre.
    private mutating func append(degrees: Double) {
        append(decimal: Int(rounding: degrees * 1e5), places: 5)
    }
}
