extension MutableSpan where Element: Copyable {
    /// Moves the element that belongs at an index of a range there, those that precede it before it, the others after it
    /// (Hoare's quickselect).
    @inline(__always)
    mutating func select(_ index: Int, in range: Range<Int>, by precedes: (Element, Element) -> Bool) {
        var (low, high) = (range.lowerBound, range.upperBound - 1)
        while low < high {
            let pivot = self[low + (high - low) / 2]
            var (left, right) = (low, high)
            while left <= right {
                while precedes(self[left], pivot) { left += 1 }
                while precedes(pivot, self[right]) { right -= 1 }
                if left <= right {
                    swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if index <= right {
                high = right
            } else if index >= left {
                low = left
            } else {
                return
            }
        }
    }
}
