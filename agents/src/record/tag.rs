//! The name under which a number is recorded.

use std::borrow::Cow;
use std::fmt;

/// What is recorded under a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum TagKind {
    /// One number per step.
    Scalar,
    /// The distribution of many numbers.
    Histogram,
    /// An RGB picture.
    Image,
    /// Markdown.
    Text,
}

impl TagKind {
    /// The word for it in the documentation.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A tag as it stands in the list of all tags.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// The name, with a part in braces if it stands for many tags.
    pub name: &'static str,
    /// What is recorded under it.
    pub kind: TagKind,
    /// What it means, in one sentence.
    pub sentence: &'static str,
}

/// A declared tag, ready to record under.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Tag {
    declaration: &'static Declaration,
    name: Cow<'static, str>,
}

impl Tag {
    pub(super) const fn new(declaration: &'static Declaration) -> Self {
        Tag { declaration, name: Cow::Borrowed(declaration.name) }
    }

    /// The name, for example `losses/td_loss`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is recorded under it.
    pub fn kind(&self) -> TagKind {
        self.declaration.kind
    }

    /// What it means, in one sentence.
    pub fn sentence(&self) -> &'static str {
        self.declaration.sentence
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Tags that differ in one part, such as the name of a suite.
#[derive(Clone, Copy, Debug)]
pub struct TagFamily(pub(super) &'static Declaration);

impl TagFamily {
    /// The member for this part; TensorBoard groups by slashes, so those inside the part become dots.
    pub fn of(self, part: &str) -> Tag {
        let declaration = self.0;
        let (before, rest) = declaration.name.split_once('{').unwrap_or((declaration.name, "}"));
        let after = rest.split_once('}').map_or("", |(_, after)| after);
        Tag { declaration, name: format!("{before}{}{after}", part.replace('/', ".")).into() }
    }
}
