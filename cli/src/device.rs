//! Where the networks of a command run.

use std::sync::Arc;

use clap::Args;
use tetreach_agents::nn::device::DeviceChoice;

use crate::Libtorch;
use tetreach::network::{Backend, EngineBackend};

/// The device of the networks that a command asks.
#[derive(Clone, Copy, Debug, Args)]
pub struct DeviceArgs {
    /// Where networks run: on the processor, without libtorch; on the first NVIDIA GPU, by the program tetreach-train;
    /// or there if there is one, else on the processor.
    #[arg(long, value_name = "cpu|cuda|auto", default_value_t = DeviceChoice::Cpu)]
    pub device: DeviceChoice,
}

impl DeviceArgs {
    /// What computes the answers of networks.
    pub fn backend<L: Libtorch>(self) -> anyhow::Result<Arc<dyn Backend>> {
        match self.device {
            DeviceChoice::Auto if L::has_gpu() => L::backend(DeviceChoice::Cuda),
            DeviceChoice::Auto | DeviceChoice::Cpu => Ok(Arc::new(EngineBackend)),
            DeviceChoice::Cuda => L::backend(DeviceChoice::Cuda),
        }
    }
}
