// What looks like an email address. The server has the same rule and the last word.

const mailbox = "[\\w!#$%&'*+/=?^`{|}~-]+";
const emailPattern = new RegExp(
  `^${mailbox}(\\.${mailbox})*@([a-z\\d]([a-z\\d-]*[a-z\\d])?\\.)+[a-z][a-z\\d-]+$`,
  "i",
);

export function isEmail(text: string): boolean {
  return emailPattern.test(text.trim());
}
