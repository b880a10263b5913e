import { Center, SegmentedControl, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const SCHEMES = [
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const;

/** Light, dark, or the system's choice; the browser remembers it. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label="Colour scheme"
      size="xs"
      value={colorScheme}
      onChange={(value) => setColorScheme(value as (typeof SCHEMES)[number]['value'])}
      data={SCHEMES.map(({ value, label, Icon }) => ({
        value,
        label: (
          <Center title={label}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <VisuallyHidden>{label}</VisuallyHidden>
          </Center>
        ),
      }))}
    />
  );
}
