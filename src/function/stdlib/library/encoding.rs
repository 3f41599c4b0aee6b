//! Functions that write values as text of another format, and read it.

#[cfg(feature = "stdlib-encoding")]
mod base64;
#[cfg(feature = "stdlib-encoding")]
mod charset;
mod csv;
mod url;
#[cfg(feature = "stdlib-yaml")]
mod yaml;

#[cfg(feature = "stdlib-encoding")]
pub use self::base64::{base64decode, base64encode, base64gunzip, base64gzip};
#[cfg(feature = "stdlib-encoding")]
pub use self::charset::{textdecodebase64, textencodebase64};
pub use self::csv::csvdecode;
pub use self::url::{urldecode, urlencode};
#[cfg(feature = "stdlib-yaml")]
pub use self::yaml::{yamldecode, yamlencode};
