import { useEffect, useEffectEvent, useState } from "react";
import { createPath, useNavigate } from "react-router";
import { getLocale, m, setLanguage } from "@/i18n";
import { cardCodeIn } from "@/features/counter/lookup/scannedText";
import { useLookUp } from "@/features/counter/lookup/useLookUp";
import { useProfile, type Profile } from "@/session/current";
import { currentPageActions, type PageAction } from "@/shared/page/pageActions";
import { Dialog } from "@/ui/overlay/Dialog";
import { CommandBox } from "@/ui/rich/CommandBox";
import { fitting, pagesOf, type PaletteChoice, type PaletteGroup } from "./choices";
import { LIST_KEY } from "./shortcuts";
import { useRecordSearch } from "./useRecordSearch";
import { useRecent } from "./useRecent";

interface PaletteProps {
  /** Text typed before the palette has opened. */
  begun?: string;
  onClose: () => void;
  onListShortcuts: () => void;
}

/** Command palette: finds pages, records, and actions of the open page. */
export function Palette({ begun = "", onClose, onListShortcuts }: PaletteProps) {
  const profile = useProfile();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={m.palette_title()}
      className="max-sm:h-[calc(100dvh-20px)] max-sm:max-h-none sm:mt-20 sm:w-160"
    >
      {profile && (
        <Choices begun={begun} profile={profile} onClose={onClose} onListShortcuts={onListShortcuts} />
      )}
    </Dialog>
  );
}

async function signOut(): Promise<void> {
  const session = await import("@/session/session");
  await session.signOut();
}

function commands(onListShortcuts: () => void): PaletteChoice[] {
  const other = getLocale() === "fr" ? "en" : "fr";
  return [
    {
      key: "shortcuts",
      label: m.shortcuts_title(),
      icon: "keyboard",
      keys: [LIST_KEY],
      run: onListShortcuts,
    },
    { key: "language", label: m.palette_language(), icon: "languages", run: () => setLanguage(other) },
    { key: "sign-out", label: m.shell_sign_out(), icon: "log-out", run: () => void signOut() },
  ];
}

function useGroups(profile: Profile, text: string, onListShortcuts: () => void) {
  // Read once, because the page can't change while the palette is open.
  const [actions] = useState(() =>
    currentPageActions().map((action) =>
      Object.assign({ key: addressOf(action) ?? `do ${action.label}` }, action),
    ),
  );
  const { recent, remember } = useRecent();
  const found = useRecordSearch(profile, text);
  const pages = pagesOf(profile);
  const local: PaletteGroup[] = [
    // Show the page's current name, because the stored one may be in another language.
    {
      title: m.palette_recent(),
      choices: recent.map((choice) => pages.find(({ key }) => key === choice.key) ?? choice),
    },
    { title: m.palette_actions(), choices: actions },
    { title: m.palette_pages(), choices: pages },
    { title: m.palette_account(), choices: commands(onListShortcuts) },
  ];
  const known = new Set<string>();
  const groups = [
    ...local.map(({ title, choices }) => ({ title, choices: fitting(choices, text) })),
    ...found.groups,
  ]
    .map(({ title, choices }) => ({ title, choices: choices.filter(({ key }) => isNew(known, key)) }))
    .filter(({ choices }) => choices.length > 0);
  return { ...found, groups, remember };
}

/** Address of an action that only links to a page, which makes it the same choice as that page. */
function addressOf({ to }: PageAction): string | undefined {
  return to === undefined || typeof to === "string" ? to : createPath(to);
}

/** Adds a key, and returns whether it was missing: a recent choice is listed only once. */
function isNew(known: Set<string>, key: string): boolean {
  return known.size < known.add(key).size;
}

function Choices({ begun = "", profile, onClose, onListShortcuts }: PaletteProps & { profile: Profile }) {
  const [text, setText] = useState(begun);
  const { groups, remember, isSearching, hasFailed, numberedCard } = useGroups(
    profile,
    text,
    onListShortcuts,
  );
  const navigate = useNavigate();
  const { lookUp } = useLookUp();

  const choose = (choice: PaletteChoice) => {
    remember(choice);
    onClose();
    choice.run?.();
    if (choice.to !== undefined) void navigate(choice.to);
  };
  const type = (typed: string) => {
    const code = cardCodeIn(typed);
    if (code === undefined) {
      setText(typed);
    } else {
      // A scanned code is worth money: it is looked up, and never sent as a search text.
      lookUp(code);
      onClose();
    }
  };
  const openNumbered = useEffectEvent(() => numberedCard && choose(numberedCard));
  const numberedKey = numberedCard?.key;
  useEffect(() => {
    if (numberedKey !== undefined) openNumbered();
  }, [numberedKey]);

  return (
    <CommandBox
      label={m.palette_search()}
      text={text}
      onText={type}
      groups={groups}
      onChoose={choose}
      isSearching={isSearching}
      error={hasFailed ? m.common_error_connection() : undefined}
    />
  );
}
