//! Functions of IP addresses and of their prefixes in CIDR notation.
//!
//! As in the reference implementation, the numbers of an IPv4 address may have leading zeros, which are ignored. An
//! IPv4-mapped IPv6 address becomes an IPv4 address.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::function::stdlib::support::{eager, number, shown, string, text, whole_number};
use crate::function::{Function, FunctionError};
use crate::number::Number;
use crate::value::{Type, Value};

/// `cidrhost(prefix, hostnum)`: the address of a host in the prefix, counted from the end if the number is negative.
///
/// Example: `cidrhost("10.12.112.0/20", 16)` → `"10.12.112.16"`.
pub fn cidrhost() -> Function {
    eager(Type::STRING, |args| {
        let prefix = Prefix::read(&args[0])?;
        let number = args[1].as_number();
        let number = number.and_then(Number::as_i128);
        let number = number.ok_or_else(|| FunctionError::argument(1, "must be a whole number"))?;
        let address = prefix.host(number).ok_or_else(|| {
            let message = format!(
                "there is no such host in a prefix of {} bits",
                prefix.length
            );
            FunctionError::argument(1, message)
        })?;
        Ok(address.to_string().into())
    })
    .with_parameter(string("prefix"))
    .with_parameter(number("hostnum"))
    .never_null()
    .with_description("Returns the address of a host in the prefix.")
}

/// `cidrnetmask(prefix)`: the IPv4 prefix as a netmask, such as `255.255.255.0`.
///
/// Example: `cidrnetmask("172.16.0.0/12")` → `"255.240.0.0"`.
pub fn cidrnetmask() -> Function {
    eager(Type::STRING, |args| {
        let prefix = Prefix::read(&args[0])?;
        if prefix.family == IpFamily::V6 {
            let message = "must be an IPv4 prefix: those of IPv6 have no mask";
            return Err(FunctionError::argument(0, message));
        }
        let mask = Prefix {
            bits: prefix.mask(),
            ..prefix
        };
        Ok(mask.address().to_string().into())
    })
    .with_parameter(string("prefix"))
    .never_null()
    .with_description("Returns the IPv4 prefix as a mask.")
}

/// `cidrsubnet(prefix, newbits, netnum)`: the subnet with the number `netnum` in the prefix. Its own prefix is longer
/// by `newbits` bits.
///
/// Example: `cidrsubnet("172.16.0.0/12", 4, 2)` → `"172.18.0.0/16"`.
pub fn cidrsubnet() -> Function {
    eager(Type::STRING, |args| {
        let prefix = Prefix::read(&args[0])?;
        let mut subnet = prefix.extended(args, 1)?;
        let added = subnet.length - prefix.length;
        let number = args[2].as_number().and_then(Number::as_u128);
        let number = number.filter(|it| added >= 128 || it >> added == 0);
        let number = number.ok_or_else(|| {
            let message = format!("must be a whole number that {added} bits can hold");
            FunctionError::argument(2, message)
        })?;
        subnet.bits |= shifted(number, subnet.host_bits());
        Ok(subnet.to_string().into())
    })
    .with_parameter(string("prefix"))
    .with_parameter(number("newbits"))
    .with_parameter(number("netnum"))
    .never_null()
    .with_description("Returns a subnet of the prefix.")
}

/// `cidrsubnets(prefix, newbits...)`: consecutive subnets of the prefix. The prefix of each is longer by the number of
/// bits in its argument.
///
/// Example: `cidrsubnets("10.1.0.0/16", 4, 4, 8)` → `["10.1.0.0/20", "10.1.16.0/20", "10.1.32.0/24"]`.
pub fn cidrsubnets() -> Function {
    eager(Type::list(Type::STRING), |args| {
        let prefix = Prefix::read(&args[0])?;
        let mut subnets: Vec<Value> = Vec::with_capacity(args.len());
        // The first address that the next subnet may have; `None` after the last IP address.
        let mut next = Some(prefix.bits);
        for index in 1..args.len() {
            if whole_number(args, index)? < 1 {
                let message = "must be at least one bit";
                return Err(FunctionError::argument(index, message));
            }
            let mut subnet = prefix.extended(args, index)?;
            let size = shifted(1, subnet.host_bits());
            let aligned = next.and_then(|next| Some(next.checked_add(size - 1)? & !(size - 1)));
            let start = aligned.filter(|start| start & prefix.mask() == prefix.bits);
            subnet.bits = start.ok_or_else(|| {
                let message = format!(
                    "there is no room for another prefix of {} bits",
                    subnet.length
                );
                FunctionError::argument(index, message)
            })?;
            subnets.push(subnet.to_string().into());
            next = subnet.bits.checked_add(size);
        }
        Ok(Value::list(&Type::STRING, subnets)?)
    })
    .with_parameter(string("prefix"))
    .with_variadic(number("newbits"))
    .never_null()
    .with_description("Returns consecutive subnets of the prefix.")
}

/// `cidrcontains(containing_prefix, contained_ip_or_prefix)`: whether an address or a prefix is in a prefix.
///
/// Example: `cidrcontains("192.168.2.0/20", "192.168.2.1")` → `true`.
pub fn cidrcontains() -> Function {
    eager(Type::BOOL, |args| {
        let outer = Prefix::read(&args[0])?;
        let inner_text = text(&args[1]);
        let inner = if inner_text.contains('/') {
            Prefix::parse(inner_text)
        } else {
            address(inner_text).map(Prefix::single)
        };
        let message = "is neither an IP address nor a prefix";
        let inner = inner.ok_or_else(|| FunctionError::argument(1, message))?;
        if inner.family != outer.family {
            let message = "must be of the same family of addresses as the prefix";
            return Err(FunctionError::argument(1, message));
        }
        let is_within = inner.length >= outer.length && inner.bits & outer.mask() == outer.bits;
        Ok(is_within.into())
    })
    .with_parameter(string("containing_prefix"))
    .with_parameter(string("contained_ip_or_prefix"))
    .never_null()
    .with_description("Tells whether the address or prefix is in the prefix.")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum IpFamily {
    V4,
    V6,
}

/// The first bits that a range of addresses has in common.
#[derive(Clone, Copy)]
struct Prefix {
    family: IpFamily,
    /// The bits of the address as a number; the bits for hosts are 0.
    bits: u128,
    /// Number of bits in the prefix.
    length: u8,
}

impl Prefix {
    /// Reads the prefix in the first argument.
    fn read(argument: &Value) -> Result<Self, FunctionError> {
        Prefix::parse(text(argument)).ok_or_else(|| {
            let argument = shown(argument);
            let message = format!("{argument} is not an IP prefix, such as \"10.1.0.0/16\"");
            FunctionError::argument(0, message)
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let (ip, length) = text.split_once('/')?;
        let is_number = !length.is_empty() && length.bytes().all(|it| it.is_ascii_digit());
        let length: u8 = length.parse().ok().filter(|_| is_number)?;
        let written: IpAddr = address(ip)?;
        let in_ipv6 = written.is_ipv6() && written.to_canonical().is_ipv4();
        let length = if in_ipv6 {
            length.checked_sub(96)?
        } else {
            length
        };
        let mut prefix = Prefix::single(written.to_canonical());
        if length > prefix.length {
            return None;
        }
        prefix.length = length;
        prefix.bits &= prefix.mask();
        Some(prefix)
    }

    /// The prefix of a single address.
    fn single(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V4(address) => Prefix {
                family: IpFamily::V4,
                bits: u128::from(address.to_bits()),
                length: 32,
            },
            IpAddr::V6(address) => Prefix {
                family: IpFamily::V6,
                bits: address.to_bits(),
                length: 128,
            },
        }
    }

    fn width(self) -> u8 {
        match self.family {
            IpFamily::V4 => 32,
            IpFamily::V6 => 128,
        }
    }

    fn host_bits(self) -> u8 {
        self.width() - self.length
    }

    /// The mask of the bits of the prefix.
    fn mask(self) -> u128 {
        let all = shifted(1, self.width()).wrapping_sub(1);
        let hosts = shifted(1, self.host_bits()).wrapping_sub(1);
        all & !hosts
    }

    /// The prefix, extended by bits that are 0. Their number is the argument at an index.
    fn extended(self, args: &[Value], index: usize) -> Result<Self, FunctionError> {
        let added = whole_number(args, index)?;
        let added_bits = u8::try_from(added).ok();
        let length = added_bits.and_then(|bits| self.length.checked_add(bits));
        let length = length.filter(|length| *length <= self.width());
        let length = length.ok_or_else(|| {
            let message = format!(
                "the prefix of {} bits cannot be extended by {added}",
                self.length
            );
            FunctionError::argument(index, message)
        })?;
        Ok(Prefix { length, ..self })
    }

    /// The address of a host, counted from the end if the number is negative.
    fn host(self, number: i128) -> Option<IpAddr> {
        let hosts = shifted(1, self.host_bits()).wrapping_sub(1);
        let magnitude = number.unsigned_abs();
        let host = match number {
            0.. if magnitude <= hosts => magnitude,
            ..0 if magnitude - 1 <= hosts => hosts - (magnitude - 1),
            _ => return None,
        };
        let bits = self.bits | host;
        Some(Prefix { bits, ..self }.address())
    }

    fn address(self) -> IpAddr {
        match (self.family, u32::try_from(self.bits)) {
            (IpFamily::V4, Ok(bits)) => Ipv4Addr::from_bits(bits).into(),
            _ => Ipv6Addr::from_bits(self.bits).into(),
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.address(), self.length)
    }
}

/// A number shifted to the left; 0 if all its bits are shifted out.
fn shifted(number: u128, bits: u8) -> u128 {
    number.checked_shl(u32::from(bits)).unwrap_or(0)
}

/// Reads an IP address. The numbers of an IPv4 address may have leading zeros.
fn address(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    let mut octets = Vec::new();
    for part in text.split('.') {
        let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_digit());
        octets.push(part.parse::<u8>().ok().filter(|_| is_number)?);
    }
    let octets: [u8; 4] = octets.try_into().ok()?;
    Some(Ipv4Addr::from(octets).into())
}
