//! `sandtable study --parquet FILE`: every battle as a row of a Parquet file. The writer is large
//! and rarely needed, so it is only built with the feature `parquet`.

use std::path::Path;

use sandtable_study::{Results, Study};

use crate::failure::Failure;

/// Checks whether this program can write the file; if not, the error says how to get one that can.
pub(crate) fn ready() -> Result<(), Failure> {
    if cfg!(feature = "parquet") {
        return Ok(());
    }
    Err(Failure::Machine(
        "this program was built without Parquet; `cargo install --path crates/cli --features parquet` \
         builds one with it, and --csv writes the same rows"
            .to_owned(),
    ))
}

/// Says how to get a program that can.
#[cfg(not(feature = "parquet"))]
pub(crate) fn write(_path: &Path, _study: &Study, _results: &mut Results) -> Result<(), Failure> {
    ready()
}

#[cfg(feature = "parquet")]
pub(crate) use with::write;

#[cfg(feature = "parquet")]
mod with {
    use super::{Failure, Path, Results, Study};
    use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
    use parquet::errors::ParquetError;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;
    use sandtable_study::Trouble;
    use std::fs::File;
    use std::io::BufWriter;
    use std::sync::Arc;

    /// Number of rows in a group: groups keep memory from growing with the number of battles.
    const GROUP: usize = 10_000;

    /// Columns that are whole numbers; the others are text.
    const NUMBERS: [&str; 6] = ["battle", "turns", "orders", "left_a", "left_b", "luck_a"];

    /// Writes every battle with the same columns as the CSV.
    pub(crate) fn write(path: &Path, study: &Study, results: &mut Results) -> Result<(), Failure> {
        super::super::study::whole(path, |out| rows_to(out, study, results))
    }

    fn rows_to(
        out: &mut BufWriter<File>,
        study: &Study,
        results: &mut Results,
    ) -> Result<(), Trouble> {
        let machine =
            |error: String| Trouble::Machine("Parquet".to_owned(), std::io::Error::other(error));
        let columns: Vec<&str> = sandtable_study::CSV_HEAD.split(',').collect();
        let fields: Vec<String> = columns
            .iter()
            .map(|name| {
                if NUMBERS.contains(name) {
                    format!("OPTIONAL INT32 {name};")
                } else {
                    format!("REQUIRED BYTE_ARRAY {name} (UTF8);")
                }
            })
            .collect();
        let schema = format!("message battles {{ {} }}", fields.join(" "));
        let schema = parse_message_type(&schema).map_err(|e| machine(e.to_string()))?;
        let properties = Arc::new(WriterProperties::builder().build());
        let mut writer = SerializedFileWriter::new(out, Arc::new(schema), properties)
            .map_err(|e| machine(e.to_string()))?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        let other = |e: ParquetError| std::io::Error::other(e.to_string());
        let read = results.each(study, |record| {
            rows.extend(sandtable_study::csv_cells(study, record));
            if rows.len() >= GROUP {
                group(&mut writer, &columns, &rows).map_err(other)?;
                rows.clear();
            }
            Ok(())
        });
        read?;
        if !rows.is_empty() {
            group(&mut writer, &columns, &rows).map_err(|e| machine(e.to_string()))?;
        }
        writer.close().map_err(|e| machine(e.to_string()))?;
        Ok(())
    }

    /// Writes a group of rows, column by column.
    fn group(
        writer: &mut SerializedFileWriter<&mut BufWriter<File>>,
        columns: &[&str],
        rows: &[Vec<String>],
    ) -> Result<(), ParquetError> {
        let mut group = writer.next_row_group()?;
        let mut at = 0;
        while let Some(mut column) = group.next_column()? {
            let cells = rows
                .iter()
                .map(|row| row.get(at).map_or("", String::as_str));
            if NUMBERS.contains(&columns[at]) {
                let numbers: Vec<Option<i32>> = cells.map(|cell| cell.parse().ok()).collect();
                let there: Vec<i32> = numbers.iter().copied().flatten().collect();
                let levels: Vec<i16> = numbers.iter().map(|n| i16::from(n.is_some())).collect();
                let typed = column.typed::<Int32Type>();
                typed.write_batch(&there, Some(&levels), None)?;
            } else {
                let texts: Vec<ByteArray> = cells.map(ByteArray::from).collect();
                column
                    .typed::<ByteArrayType>()
                    .write_batch(&texts, None, None)?;
            }
            column.close()?;
            at += 1;
        }
        group.close()?;
        Ok(())
    }
}
