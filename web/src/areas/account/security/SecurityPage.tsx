import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { landingPlace } from "@/session/places";
import { keepFocusOnPage } from "@/shared/page/focus";
import { useLoaded } from "@/shared/page/useLoaded";
import { PanelPage } from "@/areas/account/profile/Panel";
import { Button } from "@/ui/Button";
import { lazyPiece } from "@/ui/lazyPiece";
import { Notice } from "@/ui/Notice";
import { AuthenticatorApp } from "./AuthenticatorApp";
import { Pins } from "./Pins";
import { Passkeys } from "./Passkeys";
import { secondFactorsQuery } from "./queries";
import { RecoveryCodes, ShownCodes } from "./RecoveryCodes";

/** Only the question on leaving: the codes themselves are in the page, and never lost with a piece that is missing. */
const PageHeldForCodes = lazyPiece(
  async () => (await import("./PageHeldForCodes")).PageHeldForCodes,
  () => undefined,
);

/** What one signs in with beside the password. */
export function SecurityPage() {
  const factors = useLoaded(secondFactorsQuery());
  const [codes, setCodes] = useState<string[]>([]);
  // A shopper's passkey stands for the password and is no second step: nothing has to be recovered.
  const isStaff = useProfile()?.roles.some((role) => role !== "CONSUMER") ?? false;
  const client = useQueryClient();
  // With an app there is a second step already.
  const isSecondStep = isStaff || factors.authenticatorAppSince !== null;
  const readAgain = () => client.invalidateQueries({ queryKey: secondFactorsQuery().queryKey });
  const onNewCodes = (newCodes: string[]) => {
    setCodes(newCodes);
    void readAgain();
  };
  /** Something is new: what the page and the guards know is read again. */
  const onChange = async (newCodes: string[] = []) => {
    if (newCodes.length > 0) setCodes(newCodes);
    await readAgain();
    await (await import("@/session/session")).reloadProfile();
  };
  const onKept = () => {
    flushSync(() => setCodes([]));
    keepFocusOnPage();
  };
  return (
    <PanelPage title={m.security_title()} lead={isStaff ? m.security_lead() : m.security_lead_shopper()}>
      <Requirement />
      {!isStaff && <Passkeys passkeys={factors.passkeys} isSecondStep={isSecondStep} onChange={onChange} />}
      <AuthenticatorApp since={factors.authenticatorAppSince} onChange={onChange} />
      {isStaff && <Passkeys passkeys={factors.passkeys} isSecondStep={isSecondStep} onChange={onChange} />}
      {(factors.authenticatorAppSince !== null || (isStaff && factors.passkeys.length > 0)) && (
        <RecoveryCodes left={factors.recoveryCodesLeft} onNewCodes={onNewCodes} />
      )}
      <Pins />
      {codes.length > 0 && (
        <>
          <ShownCodes codes={codes} onKept={onKept} />
          {/* Of several that hold a page the newest counts, and another passkey brings a new form. */}
          <Suspense>
            <PageHeldForCodes key={factors.passkeys.length} />
          </Suspense>
        </>
      )}
    </PanelPage>
  );
}

/** Whoever has to set something up before anything else is told so, and led on afterwards. */
function Requirement() {
  const profile = useProfile();
  const navigate = useNavigate();
  const [wasHeld] = useState(profile?.mustSetUpSecondFactor ?? false);
  if (!wasHeld || !profile) return null;
  if (profile.mustSetUpSecondFactor) return <Notice>{m.security_required()}</Notice>;
  return (
    <Button
      variant="primary"
      onClick={() => void navigate(landingPlace(profile))}
      className="justify-self-start"
    >
      {m.security_continue()}
    </Button>
  );
}
