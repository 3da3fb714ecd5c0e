//! How files begin: what they are, and a description of what follows.
//!
//! All numbers are little endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 16 | what kind of file it is; the line end in it tells when it was taken for a text on its way |
//! | 4 | the version of the format |
//! | 4 | the length of the description |
//! | ... | the description: a JSON object |
//! | 32 | the SHA-256 of all before |

use std::io::{self, Read};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// Bytes of a checksum.
pub(super) const SUM: usize = 32;
/// A description is far shorter than this.
const LONGEST: usize = 1 << 20;

/// How a kind of file begins.
pub(super) struct Frame {
    pub magic: &'static [u8; 16],
    /// All that can be read.
    pub versions: &'static [u32],
}

/// Why the head of a file cannot be read.
#[derive(Debug)]
pub(super) enum HeadError {
    /// It is a file of another kind.
    Foreign,
    Version(u32),
    Damaged,
    Io(io::Error),
}

impl From<io::Error> for HeadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Frame {
    /// The head of the version at a place among the versions with this description, which is texts, numbers and lists
    /// of them.
    pub fn head(&self, version: usize, description: &impl Serialize) -> Vec<u8> {
        // Such a description can always be written.
        let text = serde_json::to_vec(description).unwrap_or_default();
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.versions[version].to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text);
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }

    /// Reads a head: what it says, the place of its version, and its bytes. It may have read more of the file than these.
    pub fn read<T: DeserializeOwned>(
        &self,
        file: impl Read,
    ) -> Result<(T, usize, Vec<u8>), HeadError> {
        let text = self.magic.len() + 8;
        let mut bytes = Vec::new();
        file.take((text + LONGEST + SUM) as u64).read_to_end(&mut bytes)?;
        if !bytes.starts_with(self.magic) {
            return Err(HeadError::Foreign);
        }
        let number = |at: usize| {
            let number = bytes[at..].first_chunk().ok_or(HeadError::Damaged)?;
            Ok::<_, HeadError>(u32::from_le_bytes(*number))
        };
        let version = number(self.magic.len())?;
        let place = self.versions.iter().position(|known| *known == version);
        let place = place.ok_or(HeadError::Version(version))?;
        let end = text.saturating_add(number(self.magic.len() + 4)? as usize);
        let sum = bytes.get(end..end.saturating_add(SUM)).ok_or(HeadError::Damaged)?;
        if Sha256::digest(&bytes[..end]).as_slice() != sum {
            return Err(HeadError::Damaged);
        }
        let found = serde_json::from_slice(&bytes[text..end]).map_err(|_| HeadError::Damaged)?;
        bytes.truncate(end + SUM);
        Ok((found, place, bytes))
    }
}
