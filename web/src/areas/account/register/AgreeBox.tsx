import type { ReactNode } from "react";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { FormCheckbox } from "@/shared/form/fields";
import { RichMessage } from "@/ui/RichMessage";

/** Link to a legal text. It opens in a new tab, so that the form keeps its values. */
function Text({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_blank" className="text-brand underline underline-offset-3">
      {children}
      <span className="sr-only"> {m.common_new_tab()}</span>
    </a>
  );
}

export interface AgreeBoxProps {
  message: (links: Record<"terms" | "eula" | "privacy", string>) => string;
}

export function AgreeBox({ message }: AgreeBoxProps) {
  return (
    <FormCheckbox
      name="isAgreed"
      label={
        <RichMessage
          message={message}
          parts={{
            terms: <Text to={paths.termsOfUse()}>{m.account_agree_terms()}</Text>,
            eula: <Text to={paths.eula()}>{m.shell_eula()}</Text>,
            privacy: <Text to={paths.privacyPolicy()}>{m.account_agree_privacy()}</Text>,
          }}
        />
      }
    />
  );
}
