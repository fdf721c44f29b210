// What the forms for joining hold before anybody has typed. Apart from their rules, which the pages don't wait for.
import type { Customer } from "./customerSchema";
import type { CharityRegistration, VendorRegistration } from "./tenantSchemas";

export const noCustomer: Customer = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  address: "",
  aptUnitNumber: "",
  city: "",
  province: "",
  postalCode: "",
  password: "",
  confirmPassword: "",
  isAgreed: false,
  reCaptchaToken: "",
};

const noBusiness = {
  legalName: "",
  businessNumber: "",
  address: { addressLine1: "", addressLine2: "", city: "", province: "", postalCode: "" },
};

const noRest = {
  primaryContact: { firstName: "", lastName: "", email: "", workPhoneNumber: "", phoneNumber: "" },
  isAgreed: false,
  reCaptchaToken: "",
};

export const noVendor: VendorRegistration = { businessInfo: { ...noBusiness, categoryId: "" }, ...noRest };

export const noCharity: CharityRegistration = {
  businessInfo: { ...noBusiness, organizationType: "" },
  ...noRest,
};
