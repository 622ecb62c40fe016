//! The first page of a list, for those who look at one page only.
//!
//! Input: a prepared call. Output: the result, and whether the list goes on.

use crate::error::Error;
use crate::output::Output;
use crate::prepared::Prepared;

impl Prepared<'_> {
    /// Sends the call of a list. Returns its first page, and whether there are more pages.
    ///
    /// # Errors
    ///
    /// As for [`Prepared::pages`] and [`Prepared::send`].
    pub async fn send_page(&self) -> Result<(Output, bool), Error> {
        let mut pages = self.pages(None)?.prefetch(false);
        let Some(page) = pages.try_next().await? else {
            return Ok((self.send().await?, false));
        };
        self.check(page.body())?;
        Ok((Output::Json(page.body().clone()), !pages.is_complete()))
    }
}
