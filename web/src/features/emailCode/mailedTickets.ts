import { tabText } from "@/lib/storage";

/** How long the digits of a mail work. */
const WORK_FOR_MS = 15 * 60_000;
/** Maximum tickets that the server accepts. */
const MAX_TICKETS = 10;

interface MailedTicket {
  email: string;
  ticket: string;
  at: number;
}

const stored = tabText("mailedTickets");

function read(): MailedTicket[] {
  try {
    const tickets = JSON.parse(stored.read() ?? "[]") as MailedTicket[];
    return tickets.filter(({ at }) => Date.now() - at < WORK_FOR_MS);
  } catch {
    return [];
  }
}

/**
 * Stores the ticket of a mail to this address and returns those that still work, the newest first. An address that was
 * mailed a moment ago gets no new mail; the digits of the earlier mail need the ticket of that mail.
 */
export function addMailedTicket(email: string, ticket: string): string[] {
  const tickets = [{ email, ticket, at: Date.now() }, ...read()].slice(0, MAX_TICKETS);
  stored.write(JSON.stringify(tickets));
  return tickets.filter((one) => one.email === email).map((one) => one.ticket);
}
