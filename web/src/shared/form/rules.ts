// Validation rules that forms share, with messages in the page's language. Each takes the label of
// its field. The server checks the same rules again; these give an answer without a call.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { isEmail } from "@/lib/emailAddress";
import { isPasswordLength } from "./passwords";

/** Maximum lengths that the server accepts. */
export const MAX_NAME_LENGTH = 100;
const MAX_LINE_LENGTH = 200;
export const MAX_POSTAL_CODE_LENGTH = 20;

/** Punctuation between the digits of phone numbers. */
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

/** An optional text, without surrounding blanks. */
export function optionalText(field: string, most = MAX_LINE_LENGTH) {
  return z.string().check(z.trim(), z.maxLength(most, m.form_too_long({ field, most })));
}

export function requiredText(field: string, most = MAX_LINE_LENGTH) {
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

/** A required choice from a list without a default. */
export function requiredChoice(field: string) {
  return z.string().check(z.minLength(1, m.form_required({ field })));
}

/** An existing password, typed to sign in or to prove the user's identity. Spaces are part of it. */
export function requiredPassword(field: string) {
  return z.string().check(z.minLength(1, m.form_required({ field })));
}

/** A new password. */
export function newPassword(field: string, least: number) {
  return requiredPassword(field).check(
    z.refine((text) => isPasswordLength(text, least), m.form_password_length({ field, least })),
  );
}

/** A box that must be ticked. */
export function ticked(message: string) {
  return z.boolean().check(z.refine((isTicked) => isTicked, message));
}

/** The captcha's token. */
export function captchaToken() {
  return z.string().check(z.minLength(1, m.captcha_required()));
}
