// The rules that forms have in common, in the words of the page's language. Each takes what its field is called on the
// screen. The server has the same rules and the last word; these are here so that nobody has to wait for it.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { isEmail } from "@/lib/emailAddress";
import { isPasswordLength } from "./passwords";

/** The server's limits. */
export const LONGEST_NAME = 100;
const LONGEST_LINE = 200;
export const LONGEST_POSTAL_CODE = 20;

/** The marks that people put between the digits. */
const phoneMarks = /[\s\-.()\u2011]/g;
const phonePattern = /^\+?\d{7,15}$/;
const withoutArea = /^\d{7,9}$/;

function withoutMarks(text: string): string {
  return text.replaceAll(phoneMarks, "");
}

function phone() {
  return [
    z.refine<string>((text) => text === "" || phonePattern.test(withoutMarks(text)), m.form_phone()),
    z.refine<string>((text) => !withoutArea.test(withoutMarks(text)), m.form_phone_area()),
  ] as const;
}

/** What people leave around a text by accident is dropped. */
export function optionalText(field: string, most = LONGEST_LINE) {
  return z.string().check(z.trim(), z.maxLength(most, m.form_too_long({ field, most })));
}

export function requiredText(field: string, most = LONGEST_LINE) {
  return optionalText(field, most).check(z.minLength(1, m.form_required({ field })));
}

export function requiredEmail(field: string) {
  return z
    .string()
    .check(z.trim(), z.minLength(1, m.form_required({ field })), z.refine(isEmail, m.form_email()));
}

export function optionalPhone() {
  return z.string().check(z.trim(), ...phone());
}

export function requiredPhone(field: string) {
  return z.string().check(z.trim(), z.minLength(1, m.form_required({ field })), ...phone());
}

/** Something to choose from a list, where nothing is chosen at first. */
export function requiredChoice(field: string) {
  return z.string().check(z.minLength(1, m.form_required({ field })));
}

/** A password as somebody types it to prove who they are. Spaces belong to it. */
export function requiredPassword(field: string) {
  return z.string().check(z.minLength(1, m.form_required({ field })));
}

/** A password that somebody chooses. */
export function newPassword(field: string, least: number) {
  return requiredPassword(field).check(
    z.refine((text) => isPasswordLength(text, least), m.form_password_length({ field, least })),
  );
}

/** A box that must be ticked. */
export function ticked(message: string) {
  return z.boolean().check(z.refine((isTicked) => isTicked, message));
}

/** What the captcha puts into a form. */
export function captchaToken() {
  return z.string().check(z.minLength(1, m.captcha_required()));
}
