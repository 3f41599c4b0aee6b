//! Functions that encode values as text in another format, and decode such text.

#[cfg(feature = "stdlib-encoding")]
mod base64;
#[cfg(feature = "stdlib-encoding")]
mod charset;
mod csv;
mod url;
#[cfg(feature = "stdlib-yaml")]
mod yaml;

#[cfg(feature = "stdlib-encoding")]
pub use self::base64::*;
#[cfg(feature = "stdlib-encoding")]
pub use self::charset::*;
pub use self::csv::*;
pub use self::url::*;
#[cfg(feature = "stdlib-yaml")]
pub use self::yaml::*;
