//! What a network is shown of a position.

use std::sync::Arc;

use crate::batch::encode::{Encoding, Kind};
use crate::batch::{Crew, Level};
use crate::plan::Plan;
use crate::tree::Outlook;

/// The numbers of an observation, encoded, and after them an outlook if there is one.
#[derive(Debug)]
pub struct Shown {
    encoding: Encoding,
    outlook: Option<Outlook>,
}

impl Shown {
    /// That of a game; `planes` counts for kinds that have some.
    #[must_use]
    pub fn new(plan: &Arc<Plan>, kind: Kind, planes: usize, outlook: bool, level: Level) -> Self {
        let outlook = outlook.then(|| Outlook::new(plan));
        Self { encoding: Encoding::new(plan, kind, planes, level), outlook }
    }

    /// The encoding of an observation.
    #[must_use]
    pub fn encoding(&self) -> &Encoding {
        &self.encoding
    }

    /// Numbers of a position.
    #[must_use]
    pub fn numbers(&self) -> usize {
        let more = self.outlook.as_ref().map_or(0, Outlook::numbers);
        self.encoding.width() * self.encoding.depth() + more
    }

    /// Writes the floats of lanes, for the kinds that have some. `read` writes observations from a
    /// lane on into rows of bytes.
    pub fn write<'a>(
        &self,
        crew: impl Into<Crew<'a>>,
        out: &mut [f32],
        read: impl Fn(usize, &mut [u8]) + Sync,
    ) {
        match &self.outlook {
            None => self.encoding.write_floats(crew, out, read),
            Some(outlook) => {
                let tell = |numbers: &[u8], out: &mut [f32]| outlook.write(numbers, out);
                self.encoding.write_with_more(crew, out, outlook.numbers(), read, tell);
            }
        }
    }
}
