// Rules of fields that shoppers' forms don't have: web addresses, dates, pictures. A separate file,
// so that shoppers don't load them.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { completeWebAddress, isWebAddress } from "@/lib/webAddress";

/** An optional web address. */
export function optionalWebAddress() {
  return z.string().check(
    z.trim(),
    z.overwrite(completeWebAddress),
    z.refine((text) => text === "" || isWebAddress(text), m.form_url()),
  );
}

/** Value of a date field while its text is not a date. */
export const UNREADABLE_DATE = "unreadable";

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** A calendar date in the API's format: "2025-03-05". */
export function requiredDate(field: string) {
  return z.string().check(
    z.minLength(1, m.form_required({ field })),
    z.refine((text) => text === "" || datePattern.test(text), m.form_date()),
  );
}

/** Value of a picture field during the upload. */
export const PICTURE_ON_ITS_WAY = "on-its-way";

/** The key of an uploaded picture, or an empty string. */
export function optionalPicture() {
  return z.string().check(z.refine((key) => key !== PICTURE_ON_ITS_WAY, m.form_picture_on_its_way()));
}

export function requiredPicture(field: string) {
  return optionalPicture().check(z.minLength(1, m.form_required({ field })));
}
