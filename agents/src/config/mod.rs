//! Settings of anything: typed, documented, layered, and refused with every fault named at once.
//!
//! Structs that implement [`Settings`] are the one source: their doc sentences and ranges become the JSON schema, and
//! the schema checks what users write, completes it in editors and makes a page of documentation ([`reference()`]).
//! [`Layers`] lay files and arguments over the defaults and remember the [`Origin`] of each setting.

mod layers;
mod names;
mod origin;
mod peek;
mod printed;
mod reference;
mod resolved;
mod retired;
mod rules;
mod schema;
mod settings;
mod source;
mod violation;

pub use layers::{Assignment, AssignmentError, Layers};
pub use names::closest;
pub use origin::Origin;
pub use peek::peek;
pub use reference::reference;
pub use resolved::Resolved;
pub use retired::RetiredSetting;
pub use rules::BrokenRules;
pub use schema::json_schema;
pub use settings::Settings;
pub use violation::{ConfigError, Violation};
