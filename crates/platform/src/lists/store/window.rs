//! Position of a page's rows within a list.

use kernel::paging::PageRequest;

/// Position of a page's rows, counted from the nearer end of the list. The last page thus costs as
/// much as the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub is_from_end: bool,
    pub limit: i64,
    pub offset: i64,
}

impl Window {
    /// Returns rows in the order of the list. Rows that were read from the end are reversed.
    pub fn in_order<R>(self, mut rows: Vec<R>) -> Vec<R> {
        if self.is_from_end {
            rows.reverse();
        }
        rows
    }

    /// Returns the position of a page in a list of `total` rows. Returns `None` for a page after
    /// the last one.
    pub fn of(page: PageRequest, total: u64) -> Option<Window> {
        let total = i64::try_from(total).unwrap_or(i64::MAX);
        let (offset, behind) = (page.offset(), total - page.offset());
        if behind <= 0 {
            return None;
        }
        let limit = page.limit().min(behind);
        let from_end = behind - limit;
        Some(if from_end < offset {
            Window { is_from_end: true, limit, offset: from_end }
        } else {
            Window { is_from_end: false, limit, offset }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_reads_a_page_from_the_nearer_end() {
        for (index, size, total, window) in [
            (1, 10, 0, None),
            (1, 10, 3, Some((false, 3, 0))),
            (1, 10, 25, Some((false, 10, 0))),
            (2, 10, 25, Some((true, 10, 5))),
            (3, 10, 25, Some((true, 5, 0))),
            (4, 10, 25, None),
            (3, 10, 100, Some((false, 10, 20))),
            (u32::MAX, 1000, 25, None),
        ] {
            let window =
                window.map(|(is_from_end, limit, offset)| Window { is_from_end, limit, offset });
            assert_eq!(
                Window::of(PageRequest::new(index, size), total),
                window,
                "{index} of {total}"
            );
        }
    }
}
