//! Files that one process at a time writes: locked, written beside their place, and renamed.

use std::fs::{File, OpenOptions};
use std::io;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// An open file that nobody else has open in this way, until it is let go or the process ends, by
/// whatever way. A file system without locks lets everybody pass.
#[derive(Debug)]
pub(super) struct Alone(File);

/// Why a file cannot be had alone.
#[derive(Debug)]
pub(super) enum NotAlone {
    /// Somebody else has it.
    Busy,
    Io(io::Error),
}

impl From<io::Error> for NotAlone {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Alone {
    /// Opens a file to be read and written.
    pub fn open(path: &Path) -> Result<Self, NotAlone> {
        Self::opened(path, false)
    }

    /// Opens a file, or makes it.
    pub fn open_or_make(path: &Path) -> Result<Self, NotAlone> {
        Self::opened(path, true)
    }

    fn opened(path: &Path, make: bool) -> Result<Self, NotAlone> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(make).truncate(false);
        loop {
            let file = options.open(path)?;
            if !lock(&file) {
                return Err(NotAlone::Busy);
            }
            let alone = Self(file);
            // Between the two calls another process may have let it go, and it may have another name.
            if alone.stands_at(path) {
                return Ok(alone);
            }
        }
    }

    /// Whether the file still has this path.
    #[cfg(unix)]
    fn stands_at(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        let place = |found: io::Result<std::fs::Metadata>| {
            found.map(|found| (found.dev(), found.ino())).ok()
        };
        place(self.metadata()) == place(std::fs::metadata(path))
    }

    /// Whether the file still has this path.
    #[cfg(not(unix))]
    fn stands_at(&self, path: &Path) -> bool {
        path.exists()
    }
}

impl Deref for Alone {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for Alone {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

/// Takes the lock of a file; false if somebody else has it.
#[cfg(not(target_family = "wasm"))]
fn lock(file: &File) -> bool {
    !matches!(fs4::FileExt::try_lock(file), Err(fs4::TryLockError::WouldBlock))
}

/// A page in a browser has no files that others could open.
#[cfg(target_family = "wasm")]
fn lock(_: &File) -> bool {
    true
}

/// Closing the file does not let go of the lock while a child that was forked meanwhile has it open.
#[cfg(not(target_family = "wasm"))]
impl Drop for Alone {
    fn drop(&mut self) {
        let _ = fs4::FileExt::unlock(&self.0); // closing it does, where this cannot
    }
}

/// The path beside a file that ends so, such as ".part": where the next one is written.
pub(super) fn beside(target: &Path, end: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Moves a file to its place, and makes that last: without its folder on the disk a power cut would bring back what stood
/// there before.
pub(super) fn put_in_place(file: &Path, target: &Path) -> io::Result<()> {
    std::fs::rename(file, target)?;
    sync_folder(target);
    Ok(())
}

#[cfg(unix)]
fn sync_folder(target: &Path) {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = File::open(folder.unwrap_or(Path::new(".")));
    let _ = folder.and_then(|folder| folder.sync_all()); // not every file system can
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) {}
