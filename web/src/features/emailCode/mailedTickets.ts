import { tabText } from "@/lib/storage";

/** Lifetime of an emailed code. */
const WORK_FOR_MS = 15 * 60_000;
/** Maximum number of tickets that the server accepts. */
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
 * Stores the ticket of an email and returns all valid tickets of that address, newest first. The server sends no second email
 * within a short time, so the code may belong to an earlier ticket.
 */
export function addMailedTicket(email: string, ticket: string): string[] {
  const tickets = [{ email, ticket, at: Date.now() }, ...read()].slice(0, MAX_TICKETS);
  stored.write(JSON.stringify(tickets));
  return tickets.filter((one) => one.email === email).map((one) => one.ticket);
}
