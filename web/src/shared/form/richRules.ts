// The rules of fields that the forms of shoppers don't have: pages elsewhere, dates, pictures. They stand apart, so that
// shoppers don't carry them.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { completeWebAddress, isWebAddress } from "@/lib/webAddress";

/** The address of a page, if any. */
export function optionalWebAddress() {
  return z.string().check(
    z.trim(),
    z.overwrite(completeWebAddress),
    z.refine((text) => text === "" || isWebAddress(text), m.form_url()),
  );
}

/** What stands in a date's field while it can't be read as one. */
export const UNREADABLE_DATE = "unreadable";

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar date as the wire writes it: "2025-03-05". */
export function requiredDate(field: string) {
  return z.string().check(
    z.minLength(1, m.form_required({ field })),
    z.refine((text) => text === "" || datePattern.test(text), m.form_date()),
  );
}

/** What stands in a picture's field while the picture is still being sent. */
export const PICTURE_ON_ITS_WAY = "on-its-way";

/** The key of a picture that the server has taken in, or nothing. */
export function optionalPicture() {
  return z.string().check(z.refine((key) => key !== PICTURE_ON_ITS_WAY, m.form_picture_on_its_way()));
}

export function requiredPicture(field: string) {
  return optionalPicture().check(z.minLength(1, m.form_required({ field })));
}
