import { tabText } from "@/lib/storage";

/** As long as the digits of a mail work. */
const WORK_FOR_MS = 15 * 60_000;
/** As many earlier tickets as the server takes. */
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
 * Remembers the ticket of a mail to this address and returns those that still work, the newest first. An address that was
 * mailed lately gets no new mail: then the digits of an earlier one count, which go with their own ticket.
 */
export function addMailedTicket(email: string, ticket: string): string[] {
  const tickets = [{ email, ticket, at: Date.now() }, ...read()].slice(0, MAX_TICKETS);
  stored.write(JSON.stringify(tickets));
  return tickets.filter((one) => one.email === email).map((one) => one.ticket);
}
