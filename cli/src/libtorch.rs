//! What needs libtorch, and who does it: this program or another one.

use std::fmt::Debug;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use tetreach_agents::nn::device::DeviceChoice;

use crate::{CommandOutcome, training_program};
use tetreach::network::Backend;

/// Where the commands that need libtorch are done.
///
/// The program that everybody uses does not link libtorch, which takes longer to load than most answers take to find.
/// It hands these commands to a second program, as git and cargo do.
pub trait Libtorch: Debug + 'static {
    /// What `train` takes.
    type Train: Args + Debug;
    /// What `bench train` takes.
    type TrainBench: Args + Debug;

    /// Trains.
    fn train(arguments: Self::Train) -> anyhow::Result<CommandOutcome>;

    /// Measures training.
    fn bench_train(arguments: Self::TrainBench) -> anyhow::Result<CommandOutcome>;

    /// Compares a device with the processor.
    fn check_device(device: DeviceChoice) -> anyhow::Result<CommandOutcome>;

    /// Whether there is a GPU that networks could run on.
    fn has_gpu() -> bool;

    /// Networks on a device of libtorch's.
    fn backend(device: DeviceChoice) -> anyhow::Result<Arc<dyn Backend>>;
}

/// The program without libtorch: the program `tetreach-train` does it.
#[derive(Debug)]
pub struct OtherProgram;

/// Arguments that are not looked at, because another program gets them.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub struct PassedOn {
    /// What the command takes; `--help` lists it.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    _arguments: Vec<std::ffi::OsString>,
}

impl Libtorch for OtherProgram {
    type Train = PassedOn;
    type TrainBench = PassedOn;

    fn train(_: PassedOn) -> anyhow::Result<CommandOutcome> {
        match training_program::run("training")? {}
    }

    fn bench_train(_: PassedOn) -> anyhow::Result<CommandOutcome> {
        match training_program::run("measuring training")? {}
    }

    fn check_device(_: DeviceChoice) -> anyhow::Result<CommandOutcome> {
        match training_program::run("checking a device")? {}
    }

    /// Asking the driver itself would take longer than most searches.
    fn has_gpu() -> bool {
        Path::new("/dev/nvidiactl").exists() && training_program::find().is_some()
    }

    fn backend(device: DeviceChoice) -> anyhow::Result<Arc<dyn Backend>> {
        match training_program::run(&format!("a network on libtorch (device {device})"))? {}
    }
}

/// The program with libtorch, which does it itself.
#[cfg(feature = "torch")]
#[derive(Debug)]
pub struct ThisProgram;

#[cfg(feature = "torch")]
impl Libtorch for ThisProgram {
    type Train = crate::train::Train;
    type TrainBench = crate::train::TrainBench;

    fn train(arguments: Self::Train) -> anyhow::Result<CommandOutcome> {
        arguments.run()
    }

    fn bench_train(arguments: Self::TrainBench) -> anyhow::Result<CommandOutcome> {
        arguments.run()
    }

    fn check_device(device: DeviceChoice) -> anyhow::Result<CommandOutcome> {
        crate::train::device_check::run(device)
    }

    fn has_gpu() -> bool {
        DeviceChoice::Cuda.resolve().is_ok()
    }

    fn backend(device: DeviceChoice) -> anyhow::Result<Arc<dyn Backend>> {
        tetreach_agents::nn::one_thread();
        Ok(Arc::new(tetreach::network::LibtorchBackend { device: device.resolve()? }))
    }
}
