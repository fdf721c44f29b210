import { m } from "@/i18n";

interface GatewayWordsProps {
  words: string;
  /** The program wrote it down, not the gateway. */
  isNote?: boolean;
}

/** A sentence of the card gateway as it came: in English, whatever the page's language is. */
export function GatewayWords({ words, isNote = false }: GatewayWordsProps) {
  return (
    <span className="mt-1 block text-sm text-ink-soft">
      {isNote ? m.helpdesk_program_words() : m.helpdesk_gateway_words()} <q lang="en">{words}</q>
    </span>
  );
}
