// Messages of the server that stories expect, in both languages.
import type { LocaleKey } from "../../scripts/brands.ts";

export const serverSentences: Record<LocaleKey, Record<string, string>> = {
  en: {
    error_common_password: "This password is too easy to guess. Please choose another one.",
    error_email_not_confirmed: "Please confirm your email first: we have sent you a link.",
    error_not_your_registration: "This is not the password of your registration.",
    error_wrong_code: "This code is not right, or was used before.",
    error_not_your_password: "This is not your password.",
    error_wrong_credentials: "The email or the password is not right.",
    error_same_person:
      "You took part in this yourself, so a second person has to decide. Please ask a colleague.",
    error_wrong_pin: "This PIN is not right. Please try again.",
  },
  fr: {
    error_common_password: "Ce mot de passe est trop facile à deviner. Veuillez en choisir un autre.",
    error_email_not_confirmed:
      "Veuillez d’abord confirmer votre courriel\u00a0: nous vous avons envoyé un lien.",
    error_not_your_registration: "Ce n’est pas le mot de passe de votre inscription.",
    error_wrong_code: "Ce code n’est pas le bon ou a déjà servi.",
    error_not_your_password: "Ce n’est pas votre mot de passe.",
    error_wrong_credentials: "Le courriel ou le mot de passe est inexact.",
    error_same_person:
      "Vous y avez pris part vous-même\u00a0: une deuxième personne doit décider. Demandez à un collègue.",
    error_wrong_pin: "Ce n’est pas le bon NIP. Veuillez réessayer.",
  },
};
