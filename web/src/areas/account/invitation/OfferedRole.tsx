import { useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Notice } from "@/ui/layout/Notice";
import { DeclineButton } from "./DeclineButton";
import { offerSentence } from "./offerSentence";
import { offerQuery } from "./queries";

interface OfferedRoleProps {
  code: string;
  onDeclined: () => void;
}

/** Role that an invited person without an account accepts by choosing a password. Shows nothing for links without an offer. */
export function OfferedRole({ code, onDeclined }: OfferedRoleProps) {
  const { data: offer } = useQuery(offerQuery(code));
  if (!offer) return null;
  if (!offer.isOpen) return <Navigate to={paths.setupPasswordFailed()} replace />;
  return (
    <Notice className="mb-6">
      <p className="font-semibold">{offerSentence(offer)}</p>
      <p className="mt-1">{m.invitation_accepted_by_password()}</p>
      <div className="mt-2 -ml-4">
        <DeclineButton size="small" code={code} onDeclined={onDeclined} />
      </div>
    </Notice>
  );
}
