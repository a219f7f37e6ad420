//! The pages of `tetreach baseline all`: figures and tables in one folder.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::{Value, json};

use super::super::output::write_file;
use tetreach::draw::chart::Scene;
use tetreach_lab::baseline::experiment::SettingResult;
use tetreach_lab::baseline::regress::{Assessment, TrainedModel};

/// A folder with all that was made, and the report about it.
#[derive(Debug)]
pub struct Figures {
    folder: PathBuf,
    markdown: String,
    models: Vec<Value>,
    cells: Vec<Value>,
}

impl Figures {
    /// An empty report in a folder, which is made.
    pub fn new(folder: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let markdown = String::from("# The thesis' figures and tables, made again\n\n");
        Ok(Self { folder: folder.to_owned(), markdown, models: Vec::new(), cells: Vec::new() })
    }

    /// A file of the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Text of the report.
    pub fn say(&mut self, text: &str) {
        self.markdown.push_str(text);
        self.markdown.push('\n');
    }

    /// A figure as SVG and PNG, with a line of the report.
    pub fn figure(&mut self, name: &str, caption: &str, scene: &Scene) -> anyhow::Result<()> {
        write_file(&self.file(&format!("{name}.svg")), scene.svg().as_bytes())?;
        write_file(&self.file(&format!("{name}.png")), &scene.png()?)?;
        self.say(&format!("![{caption}]({name}.svg)\n\n{caption}\n"));
        eprintln!("{name}: {caption}");
        Ok(())
    }

    /// The head of the table of regressors.
    pub fn model_table(&mut self) {
        self.say(
            "| preset | data set | regressor | training boards | R2 | mean error | root mean square | training s |",
        );
        self.say("|---|---|---|---|---|---|---|---|");
    }

    /// A line of the table of regressors.
    pub fn model(
        &mut self,
        preset: &str,
        dataset: &str,
        boards: usize,
        trained: &TrainedModel,
        result: &Assessment,
    ) {
        let kind = trained.model.kind();
        self.say(&format!(
            "| {preset} | {dataset} | {kind} | {boards} | {:.3} | {:.2} | {:.2} | {:.1} |",
            result.r_squared, result.mean_absolute_error, result.root_mean_square_error, trained.seconds
        ));
        self.models.push(json!({
            "preset": preset,
            "dataset": dataset,
            "model": kind,
            "training_boards": boards,
            "training_seconds": trained.seconds,
            "training_loss": trained.model.training_loss(),
            "assessment": result,
        }));
        eprintln!("{preset} {dataset} {kind}: R2 {:.3}, {:.1} s", result.r_squared, trained.seconds);
    }

    /// The table of searches.
    pub fn grid(&mut self, cells: &[SettingResult]) {
        let mut table = String::from(
            "| preset | target | iterations x games | score | selection | reached | pieces | placements | seconds |\n\
             |---|---|---|---|---|---|---|---|---|\n",
        );
        for cell in cells {
            let search = &cell.setting.search;
            let _ = writeln!(
                table,
                "| {} | {} | {} x {} | {} | {} | {} / {} | {} | {:.1} M | {:.1} |",
                cell.setting.preset(),
                cell.target,
                search.iterations,
                search.playouts,
                search.score.name(),
                cell.setting.selection(),
                cell.reached,
                cell.runs,
                cell.pieces.map_or_else(|| "-".to_owned(), |pieces| pieces.to_string()),
                cell.placements as f64 / 1e6,
                cell.seconds
            );
            self.cells.push(json!(cell));
        }
        self.say(&table);
    }

    /// Writes report.md and report.json.
    pub fn finish(self, settings: Value) -> anyhow::Result<PathBuf> {
        let value = json!({ "settings": settings, "models": self.models, "searches": self.cells });
        write_file(&self.file("report.json"), &serde_json::to_vec_pretty(&value)?)?;
        let report = self.file("report.md");
        write_file(&report, self.markdown.as_bytes())?;
        Ok(report)
    }
}
