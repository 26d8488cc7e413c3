// The call bar in each state, the script, the keypad, the quality panel and the device picker.
import { CallBar } from '../areas/voice/CallBar';
import { DevicePicker } from '../areas/voice/DevicePicker';
import { DialForm } from '../areas/voice/DialForm';
import { Keypad } from '../areas/voice/Keypad';
import { QualityPanel } from '../areas/voice/QualityPanel';
import { ScriptPanel } from '../areas/voice/ScriptPanel';
import { ignore } from './samples';
import { Section, Sheet, State } from './Sheet';
import {
  callBarSamples,
  devicePickerSample,
  devicePickerStates,
  dialSample,
  ignoredCallActions,
  qualitySamples,
  scriptSamples,
} from './voiceSamples';

export function VoiceSheet() {
  return (
    <Sheet title="Ligação">
      {Object.entries(callBarSamples).map(([name, sample]) => (
        <Section key={name} title={name} layout="panel">
          <CallBar {...sample} {...ignoredCallActions} />
        </Section>
      ))}
      {Object.entries(scriptSamples).map(([name, sample]) => (
        <Section key={name} title={`Script: ${name}`} layout="panel">
          <div data-ch="voice">
            <ScriptPanel {...sample} onAnswer={ignore} onRetry={ignore} />
          </div>
        </Section>
      ))}
      <Section title="Teclado e qualidade">
        <State caption="teclado" paper>
          <Keypad onTone={ignore} />
        </State>
        <State caption="ligar para um número" paper>
          <DialForm {...dialSample} />
        </State>
        <State caption="ligar, cliente de um colega" paper>
          <DialForm {...dialSample} obstacle="Contato é preferencial do agente 302 - Fábio Reis" />
        </State>
        <State caption="ligar, em outra ligação" paper>
          <DialForm {...dialSample} phone="" campaigns={[]} inCall />
        </State>
        <State caption="qualidade" paper>
          <div data-ch="voice">
            <QualityPanel samples={qualitySamples} />
          </div>
        </State>
        <State caption="qualidade, ainda não medida" paper>
          <QualityPanel samples={[]} />
        </State>
      </Section>
      <Section title="Aparelhos">
        <State caption="aberto" paper>
          <DevicePicker {...devicePickerSample} />
        </State>
        <State caption="em ligação" paper>
          <DevicePicker {...devicePickerSample} inCall />
        </State>
        {Object.entries(devicePickerStates).map(([name, more]) => (
          <State key={name} caption={name} paper>
            <DevicePicker {...devicePickerSample} {...more} />
          </State>
        ))}
        <State caption="teste falhou, sem nomes" paper>
          <DevicePicker {...devicePickerSample} devices={[]} level={0} test="failed" />
        </State>
      </Section>
    </Sheet>
  );
}
