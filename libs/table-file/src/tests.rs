use proptest::prelude::*;

use super::*;

const COLUMNS: [Column; 3] = [
    Column { key: "key", english: "Key", french: "Clé", others: &["id"], is_required: true },
    Column {
        key: "displayName",
        english: "Display name",
        french: "Nom affiché",
        others: &[],
        is_required: true,
    },
    Column { key: "city", english: "City", french: "Ville", others: &[], is_required: false },
];

const LIMITS: Limits = Limits { bytes: 2000, rows: 3, columns: 5, characters: 20 };

fn read_text(text: &str) -> Result<Table, Refusal> {
    read(text.as_bytes(), &COLUMNS, LIMITS)
}

/// Line of a row with its key, name and city.
type Values<'a> = (u64, Option<&'a str>, Option<&'a str>, Option<&'a str>);

fn values(table: &Table) -> Vec<Values<'_>> {
    let rows = table.rows.iter();
    rows.map(|row| (row.line, row.get("key"), row.get("displayName"), row.get("city"))).collect()
}

#[test]
fn read_accepts_separators_orders_and_languages() {
    let expected = vec![(2, Some("a1"), Some("Librairie"), Some("Hull"))];
    for text in [
        "Key,Display name,City\na1,Librairie,Hull\n",
        "CITY;displayName;ID\r\nHull;Librairie;a1",
        "ville\tnom_affiche\tclé\r Hull \tLibrairie\ta1\r",
        "\u{feff}Key,DISPLAY  NAME,City\n\"a1\",\"Librairie\",Hull\n\n , ,\n",
    ] {
        assert_eq!(values(&read_text(text).expect(text)), expected, "{text:?}");
    }
}

#[test]
fn read_decodes_windows_1252_and_utf_16() {
    let windows = b"Cl\xe9;Nom affich\xe9\n1;Caf\xe9 \x80";
    let table = read(windows, &COLUMNS, LIMITS).expect("a table");
    assert_eq!(values(&table), [(2, Some("1"), Some("Café €"), None)]);
    let wide: Vec<u8> =
        "\u{feff}key\tDisplay name\n1\tCafé".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let table = read(&wide, &COLUMNS, LIMITS).expect("a table");
    assert_eq!(values(&table), [(2, Some("1"), Some("Café"), None)]);
}

#[test]
fn read_keeps_the_line_at_which_each_row_begins() {
    let text = "\n\nkey,display name,city\n\n1,\"two\nlines\",x\r\n\r\n2,b,\"y\"\n3,c,z";
    let table = read_text(text).expect("a table");
    let lines: Vec<u64> = table.rows.iter().map(|row| row.line).collect();
    assert_eq!(lines, [5, 8, 9]);
    assert_eq!(table.rows[0].get("displayName"), Some("two\nlines"));
}

#[test]
fn read_reports_unknown_columns_and_keeps_their_cells() {
    let table = read_text("key,Color,display name,\n1,red,a,\n").expect("a table");
    assert_eq!(table.unknown, ["Color"]);
    assert_eq!(table.rows[0].cells, ["1", "red", "a", ""]);
}

#[test]
fn read_reports_faults_of_rows() {
    let long = "x".repeat(21);
    let text = format!("key,display name\n1\n2,b,surplus\n{long},c\n");
    let table = read_text(&text).expect("a table");
    let faults: Vec<Option<Fault>> = table.rows.iter().map(|row| row.fault.clone()).collect();
    assert_eq!(
        faults,
        [
            Some(Fault::TooFewCells { found: 1, expected: 2 }),
            Some(Fault::TooManyCells { found: 3, expected: 2 }),
            Some(Fault::TooLong { column: 0, characters: 20 }),
        ]
    );
    assert_eq!(table.rows[2].cells[0].len(), 20);
}

#[test]
fn read_refuses_hostile_tables() {
    let refused = |text: &str| format!("{:?}", read_text(text).expect_err(text));
    let wide = ",x".repeat(700);
    for (text, refusal) in [
        ("", "Empty"),
        (" \n\t\n", "Empty"),
        ("key,display name\n", "NoRows"),
        ("key,display name\n1,a\0", "NoText"),
        ("key,display name\n1,\u{1}\n", "NoText"),
        ("key,display name\n1,a\n2,a\n3,a\n4,a", "TooManyRows { rows: 3 }"),
        (&format!("key,display name{wide}\n1,a"), "TooManyColumns { columns: 5 }"),
        ("key,Clé,display name\n1,2,a", "DuplicateHeading { heading: \"Clé\" }"),
        ("key,display name\n\n1,\"a\n2,b\n", "OpenQuote { line: 3 }"),
        ("\"key,display name\n1,a\n2,b\n", "LongHeading { characters: 20 }"),
        (&"x".repeat(2001), "TooLarge { bytes: 2000 }"),
    ] {
        assert_eq!(refused(text), refusal, "{text:?}");
    }
    let Err(Refusal::MissingHeadings { columns }) = read_text("key,city\n1,a") else {
        panic!("a column is missing")
    };
    assert_eq!(columns.iter().map(|column| column.key).collect::<Vec<_>>(), ["displayName"]);
}

#[test]
fn write_escapes_formulas_and_read_restores_them() {
    let cells = ["=1+1", "+1 613", "-5", "@x", " =a", "a;b", "\"q\"", "O'Neil", "é"];
    let rows = [["key", "display name"]].into_iter().chain(cells.map(|cell| ["1", cell]));
    let text = write(rows);
    for line in text.lines().skip(1) {
        let cell = line.trim_start_matches("1,").trim_start_matches('"').trim_start();
        assert!(!cell.starts_with(['=', '+', '-', '@']), "{line}");
    }
    let limits = Limits { rows: 20, ..LIMITS };
    let table = read(text.as_bytes(), &COLUMNS, limits).expect("a table");
    let read: Vec<&str> = table.rows.iter().filter_map(|row| row.get("displayName")).collect();
    assert_eq!(read, cells.map(str::trim));
}

#[test]
fn read_keeps_its_limits_for_random_bytes() {
    let examples: [&[u8]; 4] = [
        b"key,display name,city\n1,a,b\n2,\"c\nd\",e\n",
        b"Cl\xe9;Nom affich\xe9\r\n1;Caf\xe9\r\n",
        b"\xff\xfek\0e\0y\0",
        b"\xef\xbb\xbfid\tDisplay name\r1\t=1\r",
    ];
    fuzzing::run(&fuzzing::mutated(&examples), |bytes| {
        let Ok(table) = read(&bytes, &COLUMNS, LIMITS) else { return };
        assert!(table.rows.len() <= LIMITS.rows && table.headings.len() <= LIMITS.columns);
        for row in &table.rows {
            assert!(row.cells.len() <= table.headings.len());
            assert!(row.cells.iter().all(|cell| cell.chars().count() <= LIMITS.characters));
        }
    });
    fuzzing::run(&any::<String>(), |text| {
        let _ = read_text(&text);
        assert!(!is_run(&escape(&text)), "{text:?}");
    });
}

fn is_run(cell: &str) -> bool {
    cell.trim_start().starts_with(['=', '+', '-', '@'])
}
