import { useState } from "react";
import type { DateRange } from "@/lib/dateRange";
import { formatMoney } from "@/lib/money";
import { SearchBox } from "@/ui/form/SearchBox";
import { Button } from "@/ui/form/Button";
import { ActionMenu, type MenuAction } from "@/ui/rich/ActionMenu";
import { BarChart } from "@/ui/rich/BarChart";
import { CommandBox, type Command } from "@/ui/rich/CommandBox";
import { Combobox, type ComboboxChoice } from "@/ui/rich/Combobox";
import { DateRangeFields } from "@/ui/rich/DateRangeFields";
import { PicturePicker } from "@/ui/rich/PicturePicker";
import { SideSheet } from "@/ui/rich/SideSheet";
import { toast } from "@/ui/overlay/toast";
import { Chapter, Sample } from "./Sample";

const shops: ComboboxChoice[] = Array.from({ length: 60 }, (_, index) => ({
  value: String(index),
  text: `Shop ${index + 1}`,
  icon: index % 3 === 0 ? "hand-heart" : "store",
  note: index % 3 === 0 ? "Charity" : "Vendor",
}));

const AT_A_TIME = 20;

/** A file that both brands have. */
const ICON = "/icon-192.png";

const turnedAround: DateRange = { startDate: "2026-03-31", endDate: "2026-03-01" };

const nothing = () => undefined;

/** Shows the chosen picture from memory; nothing is uploaded. */
function PictureSample() {
  const [url, setUrl] = useState<string>();
  return (
    <Sample title="A picture to choose: none yet, one that stands, one on its way, one that won't do">
      <div className="grid gap-6 lg:grid-cols-2">
        <PicturePicker
          legend="Logo"
          isOptional
          url={url}
          isUploading={false}
          onPick={(file) => setUrl(URL.createObjectURL(file))}
          onRemove={() => setUrl(undefined)}
        />
        <PicturePicker
          legend="Logo of a shop"
          url={ICON}
          isUploading={false}
          onPick={nothing}
          onRemove={nothing}
        />
        <PicturePicker legend="Large picture" url={ICON} isUploading onPick={nothing} onRemove={nothing} />
        <PicturePicker
          legend="Small picture"
          url={undefined}
          isUploading={false}
          error="Small picture field is required."
          onPick={nothing}
          onRemove={nothing}
        />
      </div>
    </Sample>
  );
}

const actions: readonly MenuAction[] = [
  { label: "Open", icon: "arrow-right", run: nothing },
  { label: "Edit", icon: "pencil", run: nothing, isDisabled: true },
  { label: "Deactivate", icon: "circle-x", run: nothing, isDangerous: true },
];

function MenuSample() {
  return (
    <Sample title="What can be done with a row, and with a case">
      <div className="flex items-center gap-6">
        <ActionMenu label="Actions for Shop 1" actions={actions} />
        <ActionMenu label="Actions" words="Actions" actions={actions}>
          Only administrators edit shops.
        </ActionMenu>
      </div>
    </Sample>
  );
}

const commands: Command[] = shops.slice(0, 6).map(({ value, text, icon = "store", note }) => ({
  key: value,
  label: text,
  icon,
  note,
}));

/** Sample of the portal's command palette. */
function CommandSample() {
  const [text, setText] = useState("");
  const choices = commands.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()));
  const box = { text, onText: setText, onChoose: ({ label }: Command) => toast.info(label) };
  return (
    <Sample title="One box for many kinds of things">
      <div className="grid gap-8 sm:grid-cols-3">
        <CommandBox
          {...box}
          label="A shop or a charity"
          groups={[{ title: "All", choices }]}
          isSearching={false}
          error={undefined}
        />
        <CommandBox {...box} label="Still searching" groups={[]} isSearching error={undefined} />
        <CommandBox
          {...box}
          label="Out of reach"
          groups={[]}
          isSearching={false}
          error="Unable to connect to server"
        />
      </div>
    </Sample>
  );
}

/** Components that only staff and administrators load. */
export function RichChapter() {
  const [picked, setPicked] = useState<ComboboxChoice>();
  const [text, setText] = useState("");
  const [shown, setShown] = useState(AT_A_TIME);
  const [isOpen, setIsOpen] = useState(false);
  const [range, setRange] = useState<DateRange>({ startDate: "2026-03-01", endDate: "2026-03-31" });
  const fitting = shops.filter((shop) => shop.text.toLowerCase().includes(text.toLowerCase()));
  return (
    <Chapter title="For those who run things">
      <Sample title="One of many, found by typing">
        <div className="grid max-w-form gap-5">
          <Combobox
            label="Assign Vendor or Charity"
            placeholder="Type a name"
            picked={picked}
            onPick={setPicked}
            choices={fitting.slice(0, shown)}
            onSearch={setText}
            onMore={() => setShown(shown + AT_A_TIME)}
          />
          <Combobox
            label="Out of reach"
            disabled
            picked={undefined}
            onPick={setPicked}
            choices={[]}
            onSearch={setText}
          />
        </div>
      </Sample>
      <Sample title="Search that waits for the typing to pause">
        <SearchBox
          label="Search by name"
          value=""
          onSearch={(wanted) => toast.info(`Searching for “${wanted}”`)}
          className="max-w-form"
        />
      </Sample>
      <Sample title="Bars, with a negative one among them">
        <BarChart
          label="Sold and redeemed"
          places={["Mar 1", "Mar 2", "Mar 3", "Mar 4"]}
          series={[
            { name: "Sold", values: [125, 50, 0, 75] },
            { name: "Redeemed", values: [20, 45, -10, 60] },
          ]}
          format={formatMoney}
        />
      </Sample>
      <Sample title="Two days, in order and not">
        <div className="grid gap-8 sm:grid-cols-2">
          <DateRangeFields range={range} onRange={setRange} />
          <DateRangeFields range={turnedAround} onRange={setRange} />
        </div>
      </Sample>
      <CommandSample />
      <MenuSample />
      <PictureSample />
      <Sample title="A sheet at the side">
        <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          Open the sheet
        </Button>
        <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} title="Add User">
          <p>For adding and editing beside the list.</p>
        </SideSheet>
      </Sample>
    </Chapter>
  );
}
