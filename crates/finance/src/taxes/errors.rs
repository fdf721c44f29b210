//! Error codes of taxes.

use platform::error::codes;

codes! {
    TAX_CHARGED = CONFLICT, "Tax was charged for this day already, and statements are never rewritten. Please choose a later day.", "La taxe de cette journée est déjà facturée, et les relevés ne sont jamais récrits. Veuillez choisir un jour ultérieur.";
}
