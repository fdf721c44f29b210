import { Icon } from "@/ui/Icon";
import { useState } from "react";
import { paths } from "@/paths";
import { AmountButtons } from "@/ui/form/AmountButtons";
import { Button } from "@/ui/form/Button";
import { Checkbox } from "@/ui/form/Checkbox";
import { IconButton } from "@/ui/form/IconButton";
import { LinkButton } from "@/ui/form/LinkButton";
import { PasswordField } from "@/ui/form/PasswordField";
import { RadioGroup } from "@/ui/form/RadioGroup";
import { Select } from "@/ui/form/Select";
import { Stepper } from "@/ui/form/Stepper";
import { Switch } from "@/ui/form/Switch";
import { TextArea } from "@/ui/form/TextArea";
import { TextField } from "@/ui/form/TextField";
import { Chapter, Sample } from "./Sample";

const variants = ["primary", "secondary", "quiet", "danger"] as const;
const regions = [
  { value: "", text: "All Regions" },
  { value: "on", text: "Ontario" },
];
const receivers = [
  { value: "me", text: "For me" },
  { value: "gift", text: "A gift" },
];

export function ControlChapter() {
  const [amount, setAmount] = useState(50);
  const [quantity, setQuantity] = useState(1);
  const [receiver, setReceiver] = useState("gift");
  return (
    <Chapter title="Controls">
      <Sample title="Buttons">
        <div className="flex flex-col gap-4">
          {variants.map((variant) => (
            <div key={variant} className="flex flex-wrap items-center gap-4">
              <Button variant={variant} size="large">
                Large {variant}
              </Button>
              <Button variant={variant}>
                <Icon name="gift" size={20} />
                With an icon
              </Button>
              <Button variant={variant} size="small">
                Small
              </Button>
              <Button variant={variant} isBusy>
                Saving
              </Button>
              <Button variant={variant} disabled>
                Disabled
              </Button>
            </div>
          ))}
          <div className="flex flex-wrap items-center gap-4">
            <LinkButton to={paths.home()} variant="primary">
              A link
            </LinkButton>
            <IconButton icon="pencil" label="Edit" />
            <IconButton icon="trash" label="Remove" variant="secondary" />
            <IconButton icon="search" label="Search" disabled />
          </div>
        </div>
      </Sample>
      <Sample title="Fields">
        <div className="grid max-w-page gap-6 sm:grid-cols-2">
          <TextField label="First Name" placeholder="Ada" />
          <TextField
            label="Website"
            isOptional
            hint="Starts with https://"
            leading={<Icon name="mail" size={20} />}
          />
          <TextField label="Email" defaultValue="ada@" error="Email is not in correct format." />
          <PasswordField label="Password" hint="At least 6 characters." defaultValue="open sesame" />
          <TextField label="Card number" defaultValue="1234 5678 1234 5670" disabled />
          <Select label="Region" choices={regions} />
          <Select label="Category" choices={regions} error="Category field is required." />
          <TextArea label="Gift message" isOptional hint="Printed on the card." />
          <TextArea label="Message" rows={7} error="Message field is required." />
        </div>
      </Sample>
      <Sample title="Choices">
        <div className="grid gap-6 sm:grid-cols-2">
          <div>
            <Checkbox label="I am over 18" defaultChecked />
            <Checkbox label="I agree to the terms" error="Agree field is required." />
            <Checkbox label="Not to be changed" defaultChecked disabled />
          </div>
          <div>
            <Switch label="Role active" defaultChecked />
            <Switch label="Role inactive" />
            <Switch label="Not to be changed" disabled />
          </div>
          <RadioGroup legend="Who is it for?" choices={receivers} value={receiver} onPick={setReceiver} />
          <RadioGroup
            legend="With an error"
            choices={receivers}
            value={undefined}
            onPick={setReceiver}
            error="Choose one."
          />
          <AmountButtons
            legend="Select your eGift card amount"
            amounts={[100, 25, 75, 50]}
            value={amount}
            onPick={setAmount}
          />
          <Stepper label="Quantity" value={quantity} least={1} most={20} onChange={setQuantity} />
          <AmountButtons
            legend="Sold out"
            amounts={[25, 50]}
            value={undefined}
            onPick={setAmount}
            disabled
            error="Card Amount field is required."
          />
        </div>
      </Sample>
    </Chapter>
  );
}
