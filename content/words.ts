import { site } from './site.ts'

/** Short texts of pages, emails and the archive that say what buyers get. */
export const words = {
  mail: {
    ready: 'Your kit is ready',
    download: 'Download the kit',
    /** In notices to the seller. The buyer's name stands before `bought`. */
    sold: 'A kit was sold',
    bought: 'bought the kit',
  },
  /** The page behind a link to the download. */
  download: {
    heading: 'Download your kit',
    oneFile: 'The complete kit is one file.',
    button: 'Download the kit',
  },
  success: {
    ready: 'The complete kit is ready for you.',
    /** The first and the last line of the log. `{count}` is how many lines are between them. */
    command: '$ terraform apply',
    done: 'Apply complete! Resources: {count} added, 0 changed, 0 destroyed.',
  },
  /** At the end of each post. The product's name follows `text`. */
  afterPost: {
    heading: 'Ready to Get Started?',
    text: 'Get the complete multi-account setup kit: the',
    button: 'Get the Complete Kit',
  },
  sample: {
    /** `{samples}` and `{files}` are numbers. */
    offer: 'Read {samples} of the {files} files in full before you buy.',
    button: 'Download the sample',
    /** In the archive. */
    title: (version: string) => `${site.name} ${version}: sample`,
    about: "These are {samples} of the kit's {files} files, whole and unchanged:",
    module:
      'With Terraform 1.11 or newer, "make test" in this folder runs the tests of team-infrastructure/ecs-service. It needs\nno account and no credentials.',
    license:
      'Read them and judge the rest by them. They link to files that are in the kit and not in this sample. LICENSE.md says what\na buyer may do with the kit. The sample is not for use in your accounts.',
    ofOrder:
      "If you got this archive for an order, no real money was paid for it: the order was placed in the shop's sandbox or in\nthe payment provider's test mode.",
    /** What search results say about a whole file, after its own description. */
    page: 'A complete file of the kit to read before you buy.',
  },
}
