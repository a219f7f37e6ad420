//! Event files for TensorBoard: the one file that knows tensorboard-rs.
//!
//! Its `SummaryWriter` swaps the sides of pictures, lacks text and hyperparameters, panics on a full disk and loses
//! data when two writers open in one second. So only its record framing ([`RecordWriter`]) and its protocol buffers are
//! used, on a buffered file of our own.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use protobuf::well_known_types::{Value, Value_oneof_kind};
use protobuf::{Message, RepeatedField};
use tensorboard_proto::api::{
    DataType as SettingType, Experiment, HParamInfo, MetricInfo, MetricName, Status,
};
use tensorboard_proto::event::{Event, SessionLog, SessionLog_SessionStatus};
use tensorboard_proto::plugin_hparams::{HParamsPluginData, SessionEndInfo, SessionStartInfo};
use tensorboard_proto::plugin_text::TextPluginData;
use tensorboard_proto::summary::{
    HistogramProto, Summary, Summary_Image, Summary_Value, SummaryMetadata, SummaryMetadata_PluginData,
};
use tensorboard_proto::tensor::TensorProto;
use tensorboard_proto::tensor_shape::{TensorShapeProto, TensorShapeProto_Dim};
use tensorboard_proto::types::DataType;
use tensorboard_rs::record_writer::RecordWriter;

use super::error::RecordError;
use super::histogram::Histogram;
use super::hyperparameter::Hyperparameter;
use super::picture::Picture;
use super::recorder::{Content, Ending, MetricWriter, StepRecord};
use super::tag::Tag;

/// Writes its own event file.
pub struct TensorBoard {
    path: PathBuf,
    writer: RecordWriter<BufWriter<File>>,
}

impl TensorBoard {
    /// A new event file in a folder, which is made if need be.
    pub fn create(folder: &Path) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(RecordError::io("create", folder))?;
        let (path, file) = new_file(folder)?;
        let mut board = TensorBoard { path, writer: RecordWriter::new(BufWriter::new(file)) };
        let mut event = Event::new();
        event.set_file_version("brain.Event:2".into());
        board.write_event(event, 0)?;
        board.flush()?;
        Ok(board)
    }

    /// A new event file for a run resumed from the checkpoint of a step, which takes back all later events.
    pub fn resume(folder: &Path, step: u64) -> Result<Self, RecordError> {
        let mut board = Self::create(folder)?;
        let mut log = SessionLog::new();
        log.set_status(SessionLog_SessionStatus::START);
        let mut event = Event::new();
        event.set_session_log(log);
        board.write_event(event, step.saturating_add(1))?;
        board.flush()?;
        Ok(board)
    }

    /// The event file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn write_event(&mut self, mut event: Event, step: u64) -> Result<(), RecordError> {
        event.set_wall_time(now());
        event.set_step(i64::try_from(step).unwrap_or(i64::MAX));
        let written = to_bytes(&event).and_then(|bytes| self.writer.write(&bytes));
        written.map_err(RecordError::io("write", &self.path))
    }

    fn write_values(&mut self, values: Vec<Summary_Value>, step: u64) -> Result<(), RecordError> {
        let mut summary = Summary::new();
        summary.set_value(RepeatedField::from_vec(values));
        let mut event = Event::new();
        event.set_summary(summary);
        self.write_event(event, step)
    }
}

impl std::fmt::Debug for TensorBoard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TensorBoard").field("path", &self.path).finish_non_exhaustive()
    }
}

impl MetricWriter for TensorBoard {
    fn write(&mut self, record: &StepRecord<'_>) -> Result<(), RecordError> {
        let values = match record.content {
            Content::Scalars(values) => Ok(scalars(values)),
            Content::Histogram(tag, histogram) => Ok(vec![distribution(tag, histogram)]),
            Content::Picture(tag, picture) => image(tag, picture).map(|value| vec![value]),
            Content::Text(tag, markdown) => text(tag, markdown).map(|value| vec![value]),
            Content::Settings(settings, scores) => session_start(settings, scores),
            Content::End(ending, scores) => session_end(ending).map(|end| {
                let mut values = scalars(scores);
                values.extend(end);
                values
            }),
            Content::Progress(_) => return Ok(()),
        };
        let values = values.map_err(RecordError::io("write", &self.path))?;
        if values.is_empty() { Ok(()) } else { self.write_values(values, record.step) }
    }

    fn flush(&mut self) -> Result<(), RecordError> {
        self.writer.flush().map_err(RecordError::io("write", &self.path))
    }
}

fn scalars(values: &[(Tag, f64)]) -> Vec<Summary_Value> {
    let scalar = |(tag, number): &(Tag, f64)| {
        let mut value = value_of(tag);
        value.set_simple_value(*number as f32);
        value
    };
    values.iter().map(scalar).collect()
}

fn distribution(tag: &Tag, histogram: &Histogram) -> Summary_Value {
    let mut proto = HistogramProto::new();
    proto.set_min(histogram.min);
    proto.set_max(histogram.max);
    proto.set_num(histogram.count() as f64);
    proto.set_sum(histogram.sum);
    proto.set_sum_squares(histogram.sum_squares);
    proto.set_bucket_limit(histogram.limits.clone());
    proto.set_bucket(histogram.counts.iter().map(|&count| count as f64).collect());
    let mut value = value_of(tag);
    value.set_histo(proto);
    value
}

fn image(tag: &Tag, picture: &Picture) -> io::Result<Summary_Value> {
    let mut proto = Summary_Image::new();
    proto.set_height(picture.height() as i32);
    proto.set_width(picture.width() as i32);
    // 3 is RGB.
    proto.set_colorspace(3);
    proto.set_encoded_image_string(picture.to_png()?);
    let mut value = value_of(tag);
    value.set_image(proto);
    Ok(value)
}

fn text(tag: &Tag, markdown: &str) -> io::Result<Summary_Value> {
    let mut dimension = TensorShapeProto_Dim::new();
    dimension.set_size(1);
    let mut shape = TensorShapeProto::new();
    shape.set_dim(RepeatedField::from_vec(vec![dimension]));
    let mut tensor = TensorProto::new();
    tensor.set_dtype(DataType::DT_STRING);
    tensor.set_tensor_shape(shape);
    tensor.set_string_val(RepeatedField::from_vec(vec![markdown.as_bytes().to_vec()]));
    let mut value = value_of(tag);
    value.set_metadata(plugin("text", to_bytes(&TextPluginData::new())?));
    value.set_tensor(tensor);
    Ok(value)
}

/// The table of hyperparameters needs its columns, and then the values of this run.
fn session_start(settings: &[(String, Hyperparameter)], scores: &[Tag]) -> io::Result<Vec<Summary_Value>> {
    let column = |(name, setting): &(String, Hyperparameter)| {
        let mut info = HParamInfo::new();
        info.set_name(name.clone());
        info.set_field_type(match setting {
            Hyperparameter::Number(_) => SettingType::DATA_TYPE_FLOAT64,
            Hyperparameter::Flag(_) => SettingType::DATA_TYPE_BOOL,
            Hyperparameter::Text(_) => SettingType::DATA_TYPE_STRING,
        });
        info
    };
    let score = |tag: &Tag| {
        let mut name = MetricName::new();
        name.set_tag(tag.name().into());
        let mut info = MetricInfo::new();
        info.set_name(name);
        info.set_description(tag.sentence().into());
        info
    };
    let mut experiment = Experiment::new();
    experiment.set_time_created_secs(now());
    experiment.set_hparam_infos(RepeatedField::from_vec(settings.iter().map(column).collect()));
    experiment.set_metric_infos(RepeatedField::from_vec(scores.iter().map(score).collect()));
    let mut columns = HParamsPluginData::new();
    columns.set_experiment(experiment);

    let cell = |(name, setting): &(String, Hyperparameter)| {
        let mut value = Value::new();
        value.kind = Some(match setting {
            Hyperparameter::Number(number) => Value_oneof_kind::number_value(*number),
            Hyperparameter::Flag(flag) => Value_oneof_kind::bool_value(*flag),
            Hyperparameter::Text(text) => Value_oneof_kind::string_value(text.clone()),
        });
        (name.clone(), value)
    };
    let mut start = SessionStartInfo::new();
    start.set_start_time_secs(now());
    start.set_hparams(settings.iter().map(cell).collect());
    let mut cells = HParamsPluginData::new();
    cells.set_session_start_info(start);
    Ok(vec![
        session_value("_hparams_/experiment", &columns)?,
        session_value("_hparams_/session_start_info", &cells)?,
    ])
}

/// TensorBoard believes the first end it reads, so a run that may go on has none.
fn session_end(ending: Ending) -> io::Result<Option<Summary_Value>> {
    let status = match ending {
        Ending::Finished => Status::STATUS_SUCCESS,
        Ending::Failed => Status::STATUS_FAILURE,
        Ending::Stopped => return Ok(None),
    };
    let mut end = SessionEndInfo::new();
    end.set_end_time_secs(now());
    end.set_status(status);
    let mut data = HParamsPluginData::new();
    data.set_session_end_info(end);
    session_value("_hparams_/session_end_info", &data).map(Some)
}

fn session_value(name: &str, data: &HParamsPluginData) -> io::Result<Summary_Value> {
    let mut value = Summary_Value::new();
    value.set_tag(name.into());
    value.set_metadata(plugin("hparams", to_bytes(data)?));
    Ok(value)
}

fn value_of(tag: &Tag) -> Summary_Value {
    let mut value = Summary_Value::new();
    value.set_tag(tag.name().into());
    value
}

fn plugin(name: &str, content: Vec<u8>) -> SummaryMetadata {
    let mut data = SummaryMetadata_PluginData::new();
    data.set_plugin_name(name.into());
    data.set_content(content);
    let mut metadata = SummaryMetadata::new();
    metadata.set_plugin_data(data);
    metadata
}

fn to_bytes(message: &impl Message) -> io::Result<Vec<u8>> {
    message.write_to_bytes().map_err(io::Error::other)
}

/// TensorBoard reads the files of a folder in the order of their names, so a new name comes after all others.
fn new_file(folder: &Path) -> Result<(PathBuf, File), RecordError> {
    let names = fs::read_dir(folder).map_err(RecordError::io("read", folder))?;
    let newest = names.flatten().filter_map(|entry| number_of(entry.file_name().to_str()?)).max();
    let mut number = (now() as u64, 0);
    if let Some((seconds, count)) = newest.filter(|newest| *newest >= number) {
        number = (seconds, count + 1);
    }
    loop {
        let path = folder.join(format!("events.out.tfevents.{:010}.{:04}", number.0, number.1));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number.1 += 1,
            Err(error) => return Err(RecordError::io("create", &path)(error)),
        }
    }
}

fn number_of(name: &str) -> Option<(u64, u32)> {
    let (seconds, count) = name.strip_prefix("events.out.tfevents.")?.split_once('.')?;
    Some((seconds.parse().ok()?, count.parse().ok()?))
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}
