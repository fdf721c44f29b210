import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { landingPath } from "@/session/postSignInRoute";
import { keepFocusOnPage } from "@/shared/page/focus";
import { useLoaded } from "@/shared/page/useLoaded";
import { PanelPage } from "@/areas/account/profile/Panel";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { Notice } from "@/ui/layout/Notice";
import { AuthenticatorApp } from "./AuthenticatorApp";
import { Pins } from "./Pins";
import { Passkeys } from "./Passkeys";
import { secondFactorsQuery } from "./queries";
import { RecoveryCodes, ShownCodes } from "./RecoveryCodes";

/** This file only guards navigation. The codes are part of the page, so they stay visible if the file fails to load. */
const PageHeldForCodes = lazyPiece(
  async () => (await import("./PageHeldForCodes")).PageHeldForCodes,
  () => undefined,
);

/** Page for passkeys, the authenticator app, recovery codes and PINs. */
export function SecurityPage() {
  const factors = useLoaded(secondFactorsQuery());
  const [codes, setCodes] = useState<string[]>([]);
  // A shopper's passkey replaces the password: it is no second step and needs no recovery codes.
  const isStaff = useProfile()?.roles.some((role) => role !== "CONSUMER") ?? false;
  const client = useQueryClient();
  // The authenticator app already serves as a second step.
  const isSecondStep = isStaff || factors.authenticatorAppSince !== null;
  const readAgain = () => client.invalidateQueries({ queryKey: secondFactorsQuery().queryKey });
  const onNewCodes = (newCodes: string[]) => {
    setCodes(newCodes);
    void readAgain();
  };
  /** Refetches the factors and the profile after a change. */
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
          {/* The most recently mounted guard wins. A new passkey mounts a new form with a guard, so remount this one by its
              key. */}
          <Suspense>
            <PageHeldForCodes key={factors.passkeys.length} />
          </Suspense>
        </>
      )}
    </PanelPage>
  );
}

/** Notice for users who must set up a second step first. Once it is set up, redirects them to their start page. */
function Requirement() {
  const profile = useProfile();
  const navigate = useNavigate();
  const [wasHeld] = useState(profile?.mustSetUpSecondFactor ?? false);
  if (!wasHeld || !profile) return null;
  if (profile.mustSetUpSecondFactor) return <Notice>{m.security_required()}</Notice>;
  return (
    <Button
      variant="primary"
      onClick={() => void navigate(landingPath(profile))}
      className="justify-self-start"
    >
      {m.security_continue()}
    </Button>
  );
}
