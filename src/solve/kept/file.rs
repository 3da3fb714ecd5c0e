//! The file of a search: opened, read, written anew.

use std::io::{BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, io, thread};

use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::Found;
use super::error::KeptError;
use super::format::{Head, Subject};
use super::positions::{Packed, Positions};
use crate::game::State;
use crate::solve::alone::{self, Alone, NotAlone, beside};
use crate::solve::framed::{HeadError, SUM};
use crate::solve::proof::Memory;
use crate::tree::TwoRows;

/// Blocks of a thread that are read or written at a time.
const BLOCKS: usize = 4;
/// No block has more bytes: 32,768 positions of at most 176 bits are fewer.
const LARGEST: u32 = 1 << 20;
/// How often and how long a writer asks for a file beside that somebody has opened, who will find
/// that the search is not theirs and let it go.
const TRIES: u32 = 100;
const PAUSE: Duration = Duration::from_millis(10);

/// The file, which is locked.
pub(in crate::solve) struct Kept {
    target: PathBuf,
    file: Alone,
    subject: Subject,
    positions: Positions,
    /// Bytes of the file as far as the first block.
    head: Vec<u8>,
    blocks: u32,
}

impl Kept {
    /// Opens the file of a search, or makes one that says what is known as it begins. Gives what has
    /// been found.
    pub fn open(
        target: &Path,
        game: &TwoRows,
        state: &State,
        begun: Found,
    ) -> Result<(Self, Found), KeptError> {
        let node = game.node(state);
        let positions = Positions::new(game, game.seeds_in_pits(node.board));
        let subject = Subject::new(game, state);
        let said = |error| match error {
            NotAlone::Busy => KeptError::Busy(target.to_owned()),
            NotAlone::Io(error) => KeptError::Io(target.to_owned(), error),
        };
        let kept = |file| Self {
            target: target.to_owned(),
            file,
            subject: subject.clone(),
            positions,
            head: Vec::new(),
            blocks: 0,
        };
        loop {
            match Alone::open(target) {
                Ok(file) => {
                    let mut kept = kept(file);
                    let found = kept.read_head()?;
                    if !found.suits(game, &node) {
                        return Err(kept.damaged("the head"));
                    }
                    return Ok((kept, found));
                }
                Err(NotAlone::Io(error)) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(said(error)),
            }
            let part = Alone::open_or_make(&beside(target, ".part")).map_err(said)?;
            // Meanwhile somebody else may have made it.
            if !target.exists() {
                let mut kept = kept(part);
                let written = kept.put_in_place(&begun, None);
                kept.said(written)?;
                return Ok((kept, begun));
            }
        }
    }

    fn said<T>(&self, done: io::Result<T>) -> Result<T, KeptError> {
        done.map_err(|error| KeptError::Io(self.target.clone(), error))
    }

    fn damaged(&self, what: &str) -> KeptError {
        KeptError::Damaged(self.target.clone(), what.to_owned())
    }

    /// The error for a file whose contents do not go together, whoever has written them.
    pub fn contradiction(&self) -> KeptError {
        self.damaged("what it says of some positions contradicts the rest")
    }

    /// Reads the head, and asks that it is that of this search.
    fn read_head(&mut self) -> Result<Found, KeptError> {
        let path = || self.target.clone();
        let (head, bytes) = Head::read(&*self.file).map_err(|error| match error {
            HeadError::Foreign => KeptError::NoSearch(path()),
            HeadError::Version(version) => KeptError::Version(path(), version),
            HeadError::Damaged => self.damaged("the head"),
            HeadError::Io(error) => KeptError::Io(path(), error),
        })?;
        let Head { subject, found, blocks } = head;
        if !subject.has_rules_of(&self.subject) {
            let (found, game) = (subject.label(), self.subject.label());
            return Err(KeptError::OtherRules { path: path(), found, game });
        }
        if subject.position != self.subject.position {
            let (found, asked) = (subject.position, self.subject.position.clone());
            return Err(KeptError::OtherPosition { path: path(), found, asked });
        }
        (self.head, self.blocks) = (bytes, blocks);
        Ok(found)
    }

    /// Reads all that is known of positions into a memory.
    pub fn load(&mut self, memory: &Memory, stop: &AtomicBool) -> Result<(), KeptError> {
        let begun = self.file.seek(SeekFrom::Start(self.head.len() as u64));
        self.said(begun)?;
        for numbers in self.numbers() {
            if stop.load(Ordering::Relaxed) {
                return Err(KeptError::Stopped);
            }
            let blocks = numbers.map(|number| self.next_block(number));
            let blocks = blocks.collect::<Result<Vec<_>, _>>()?;
            blocks.into_par_iter().try_for_each(|(number, packed, sum)| {
                let whole = self.sum(number, &packed) == sum;
                let read = whole.then(|| self.positions.unpack(&packed, memory)).flatten();
                read.ok_or_else(|| self.damaged_block(number))
            })?;
        }
        let mut more = [0];
        match self.file.read(&mut more) {
            Ok(0) => Ok(()),
            Ok(_) => Err(self.damaged("it goes on after its last block")),
            Err(error) => self.said(Err(error)),
        }
    }

    /// The numbers of the blocks, some at a time.
    fn numbers(&self) -> impl Iterator<Item = Range<u32>> + use<> {
        let (all, together) = (self.blocks, BLOCKS * rayon::current_num_threads());
        (0..all).step_by(together).map(move |from| from..all.min(from + together as u32))
    }

    fn damaged_block(&self, number: u32) -> KeptError {
        self.damaged(&format!("block {} of {}", u64::from(number) + 1, self.blocks))
    }

    /// Reads a block, and its sum.
    fn next_block(&self, number: u32) -> Result<(u32, Packed, [u8; SUM]), KeptError> {
        let mut file = &*self.file;
        let mut read = |bytes: &mut [u8]| match file.read_exact(bytes) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(self.damaged_block(number))
            }
            done => self.said(done),
        };
        let (mut count, mut len, mut sum) = ([0; 4], [0; 4], [0; SUM]);
        read(&mut count)?;
        read(&mut len)?;
        let len = u32::from_le_bytes(len);
        if len > LARGEST {
            return Err(self.damaged_block(number));
        }
        let mut bytes = vec![0; len as usize];
        read(&mut bytes)?;
        read(&mut sum)?;
        Ok((number, Packed { count: u32::from_le_bytes(count), bytes }, sum))
    }

    /// The checksum of a block.
    fn sum(&self, number: u32, packed: &Packed) -> [u8; SUM] {
        let mut sum = Sha256::new();
        sum.update(&self.head[self.head.len() - SUM..]);
        sum.update(number.to_le_bytes());
        sum.update(packed.count.to_le_bytes());
        sum.update((packed.bytes.len() as u32).to_le_bytes());
        sum.update(&packed.bytes);
        sum.finalize().into()
    }

    /// Puts a file with what is known by now in the place of the old one.
    pub fn save(&mut self, found: &Found, memory: &Memory) -> Result<(), KeptError> {
        let part = self.part();
        let part = self.said(part)?;
        let old = std::mem::replace(&mut self.file, part);
        let written = self.put_in_place(found, Some(memory));
        if written.is_err() {
            self.file = old;
            // It would only fill the disk; where it cannot be removed the next one overwrites it.
            let _ = fs::remove_file(beside(&self.target, ".part"));
        }
        self.said(written)
    }

    /// The file beside.
    fn part(&self) -> io::Result<Alone> {
        let path = beside(&self.target, ".part");
        for _ in 0..TRIES {
            match Alone::open_or_make(&path) {
                Ok(part) => return Ok(part),
                Err(NotAlone::Busy) => thread::sleep(PAUSE),
                Err(NotAlone::Io(error)) => return Err(error),
            }
        }
        Err(ErrorKind::ResourceBusy.into())
    }

    /// Writes the file, which stands beside its place, and moves it there.
    fn put_in_place(&mut self, found: &Found, memory: Option<&Memory>) -> io::Result<()> {
        let blocks = memory.map_or(0, Memory::parts);
        self.blocks = u32::try_from(blocks).map_err(|_| ErrorKind::FileTooLarge)?;
        let (subject, found, blocks) = (self.subject.clone(), found.clone(), self.blocks);
        self.head = Head { subject, found, blocks }.bytes();
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        let mut out = BufWriter::with_capacity(1 << 20, &*self.file);
        out.write_all(&self.head)?;
        if let Some(memory) = memory {
            self.write_blocks(memory, &mut out)?;
        }
        out.flush()?;
        drop(out);
        self.file.sync_all()?;
        alone::put_in_place(&beside(&self.target, ".part"), &self.target)
    }

    fn write_blocks(&self, memory: &Memory, out: &mut impl Write) -> io::Result<()> {
        for numbers in self.numbers() {
            let block = |number: u32| {
                let packed = self.positions.pack(memory, number as usize);
                let sum = self.sum(number, &packed);
                (packed, sum)
            };
            let blocks: Vec<_> = numbers.into_par_iter().map(block).collect();
            for (packed, sum) in blocks {
                out.write_all(&packed.count.to_le_bytes())?;
                out.write_all(&(packed.bytes.len() as u32).to_le_bytes())?;
                out.write_all(&packed.bytes)?;
                out.write_all(&sum)?;
            }
        }
        Ok(())
    }
}
