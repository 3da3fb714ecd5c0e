//! The threads that share the work on many lanes out among themselves.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::{Scope, ThreadPool};

/// How long the calling thread stays awake for the others: to be woken up again takes about as long.
const AWAKE: Duration = Duration::from_micros(100);
/// Looks at the others between two at the clock.
const LOOKS: u32 = 64;

/// The calling thread and helpers out of a pool. It works, too: it need not wait until another one has woken up, as it
/// would if all of the work were the pool's.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    pool: Option<&'a ThreadPool>,
    threads: usize,
}

/// Helpers out of rayon's current pool.
impl From<usize> for Crew<'_> {
    fn from(threads: usize) -> Self {
        Self { pool: None, threads }
    }
}

impl<'a> Crew<'a> {
    /// The calling thread.
    pub const ALONE: Self = Self { pool: None, threads: 1 };

    /// Up to so many threads, as many as the pool has at most.
    #[must_use]
    pub fn of(pool: &'a ThreadPool, threads: usize) -> Self {
        Self { pool: Some(pool), threads }
    }

    /// How many threads share something out that pays for so many.
    #[must_use]
    pub fn size(self, most: usize) -> usize {
        let most = most.clamp(1, self.threads.max(1));
        if most == 1 {
            return 1; // without asking for a pool, which would be made then
        }
        most.min(self.pool.map_or_else(rayon::current_num_threads, ThreadPool::current_num_threads))
    }

    /// Does a job with each of these parts, on a thread of its own.
    pub fn share<T: Send>(self, parts: impl IntoIterator<Item = T>, job: &(impl Fn(T) + Sync)) {
        let mut parts = parts.into_iter();
        let Some(own) = parts.next() else { return };
        let others: Vec<T> = parts.collect();
        if others.is_empty() {
            return job(own);
        }
        let left = &AtomicUsize::new(others.len());
        match self.pool {
            Some(pool) => pool.in_place_scope(|scope| work(scope, own, others, job, left)),
            None => rayon::in_place_scope(|scope| work(scope, own, others, job, left)),
        }
    }
}

/// Does the first part here and has the others done; `left`: how many of these are not.
fn work<'scope, T: Send + 'scope>(
    scope: &Scope<'scope>,
    own: T,
    others: Vec<T>,
    job: &'scope (impl Fn(T) + Sync),
    left: &'scope AtomicUsize,
) {
    for part in others {
        scope.spawn(move |_| {
            job(part);
            left.fetch_sub(1, Ordering::Release);
        });
    }
    job(own);
    // A thread of the pool takes back what nobody has begun.
    if rayon::current_thread_index().is_none() {
        stay_awake(left);
    }
}

/// Waits for the others for a short time.
fn stay_awake(left: &AtomicUsize) {
    let begun = Instant::now();
    while begun.elapsed() < AWAKE {
        for _ in 0..LOOKS {
            if left.load(Ordering::Acquire) == 0 {
                return;
            }
            std::hint::spin_loop();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::thread;

    use rayon::ThreadPoolBuilder;

    use super::*;

    #[test]
    fn every_part_is_done_once_and_the_first_one_here() {
        let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("three threads");
        for crew in [Crew::ALONE, Crew::from(2), Crew::of(&pool, 7)] {
            for parts in 0..5 {
                let done = Mutex::new(Vec::new());
                crew.share(0..parts, &|part| {
                    done.lock().expect("no panic").push((part, thread::current().id()));
                });
                let mut done = done.into_inner().expect("no panic");
                done.sort_by_key(|(part, _)| *part);
                assert!(done.iter().map(|(part, _)| *part).eq(0..parts));
                assert!(done.first().is_none_or(|(_, id)| *id == thread::current().id()));
            }
        }
        assert_eq!([1, 2, 9].map(|most| Crew::of(&pool, 7).size(most)), [1, 2, 3]);
        assert_eq!([0, 1, 9].map(|most| Crew::ALONE.size(most)), [1, 1, 1]);
    }

    #[test]
    #[should_panic(expected = "a job that fails")]
    fn a_panic_of_a_helper_is_the_callers() {
        Crew::from(2).share(0..2, &|part| assert!(part == 0, "a job that fails"));
    }
}
