import { m } from "@/i18n";

interface GatewayMessageProps {
  words: string;
  /** Whether the server wrote the text, not the gateway. */
  isNote?: boolean;
}

/** A message of the card gateway, unchanged: in English, whatever the page's language is. */
export function GatewayMessage({ words, isNote = false }: GatewayMessageProps) {
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      {isNote ? m.helpdesk_program_words() : m.helpdesk_gateway_words()} <q lang="en">{words}</q>
    </span>
  );
}
