// Checks the form of email addresses. The server applies the same rule again.

const mailbox = "[\\w!#$%&'*+/=?^`{|}~-]+";
const emailPattern = new RegExp(
  `^${mailbox}(\\.${mailbox})*@([a-z\\d]([a-z\\d-]*[a-z\\d])?\\.)+[a-z][a-z\\d-]+$`,
  "i",
);

export function isEmail(text: string): boolean {
  return emailPattern.test(text.trim());
}
