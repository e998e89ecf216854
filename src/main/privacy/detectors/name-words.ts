function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/**
 * Common given names of several languages. Names that are also words of the trade (Mark, Jack, Rod, Bill, Chuck,
 * Grant, Victor, Allen, Philip, Stan, Ray, Cliff, Miller, Pat) are left out: with a title or a label they are found.
 */
export const givenNames = words(`
james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony steven paul
andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric jonathan
stephen larry justin scott brandon benjamin samuel gregory alexander patrick frank raymond dennis jerry tyler aaron
jose adam nathan henry douglas zachary peter kyle noah ethan jeremy walter christian keith roger terry austin sean
gerald carl harold dylan arthur lawrence jordan jesse bryan bruce gabriel joe logan alan juan albert willie elijah
wayne randy vincent mason roy ralph bobby russell bradley louis eugene mary patricia jennifer linda elizabeth barbara
susan jessica sarah karen lisa nancy betty sandra margaret ashley kimberly emily donna michelle carol amanda melissa
deborah stephanie rebecca sharon laura cynthia dorothy amy kathleen angela shirley emma brenda pamela nicole anna
samantha katherine christine helen debra rachel carolyn janet maria catherine heather diane olivia julie joyce victoria
ruth virginia lauren kelly christina joan evelyn judith andrea hannah megan cheryl jacqueline martha madison teresa
gloria sara janice ann kathryn abigail sophia frances jean alice judy isabella julia grace amber denise danielle
marilyn beverly charlotte natalie theresa diana brittany doris kayla alexis lori marie tom mike dave steve jim bob dan
matt chris tony andy josh ken tim ron jeff nick greg ben sam alex jon kate liz sue jen hans klaus jürgen wolfgang
peter michael thomas andreas stefan stephan markus matthias uwe bernd dieter günter gunter werner heinz helmut gerhard
horst manfred karl kurt fritz otto lukas jonas leon felix maximilian sebastian tobias florian jan lars sven björn nils
olaf erik henrik ursula monika petra sabine renate gisela ingrid birgit susanne claudia katja anja heike silke jörg
pierre jacques philippe nicolas olivier françois laurent guillaume antoine julien mathieu thierry pascal camille
chloé léa manon céline sophie élodie giuseppe giovanni antonio mario luigi francesco angelo vincenzo pietro salvatore
carlo franco domenico bruno paolo alessandro luca marco matteo lorenzo davide giulia chiara francesca elena carlos luis
javier miguel pedro manuel francisco alejandro diego fernando sergio pablo jorge alberto rafael ricardo roberto eduardo
carmen ana isabel lucia marta cristina joão paulo tiago bruno rui nuno ivan dmitri dmitry sergei alexei mikhail
nikolai vladimir andrei oleg igor boris yuri olga natalia svetlana tatiana irina ekaterina piotr krzysztof andrzej
tomasz paweł pawel michał marcin jakub katarzyna agnieszka małgorzata mohammed muhammad mohamed ahmed ali hassan
hussein omar khalid ibrahim yusuf fatima aisha raj rajesh suresh ramesh sanjay vijay anil sunil amit rahul ravi arjun
priya anjali pooja deepak vikram wei ming jun hiroshi takashi kenji yuki haruto sakura jin minh nguyen
`);

/** Given names that alone may be a colour, a month or a maker. */
export const alsoWords = words(
  `amber jan jun mason jordan logan grace frank roy christian kelly terry max ali tim angela diana bruno carlo marco leon felix ivan igor siemens julie april june may`,
);

/** Capitalised words that follow "Contact:", "Operator", "called" … and are no names. */
export const notNames = words(`
a an the this that these those it its he she they we you i and or but not no yes none all any each both of off on in
at by to for from with without as is was are were be been has have had do does did will would can could should must may
after before when while until since if then than so because there here where who what which how why now today yesterday
tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april june july august
september october november december morning evening night shift please see check replace replaced remove removed
repair repaired install installed clean cleaned inspect inspected test tested adjust adjusted tighten tightened order
call contact service support customer manager engineer technician operator mechanic electrician fitter supervisor
foreman team department maintenance production quality safety control system systems machine machines motor motors pump
pumps valve valves sensor sensors drive drives inverter converter relay contactor breaker fuse switch switches button
panel panels display screen keypad cabinet door cover guard housing bearing bearings shaft gear gears gearbox belt
belts chain roller conveyor robot arm axis spindle tool tools table chuck jaw hydraulic hydraulics pneumatic cylinder
cylinders hose hoses pipe pipes fitting seal seals gasket filter filters oil grease coolant water air gas steam fuel
tank boiler compressor fan blower heater cooler chiller burner furnace oven engine turbine generator transformer
battery charger power supply cable cables wire wires connector terminal terminals plug socket board card module
modules unit units station line lines cell plant site area zone floor room building factory workshop warehouse office
company group industries industrial technologies technology international limited ltd inc corp gmbh llc co kg ag bv
signal alarm alarms fault faults error errors code codes failure warning trip tripped reset status ready running
stopped stop start started emergency normal open opened close closed high low left right front rear upper lower top
bottom new old spare part parts number serial model type version manual guide document drawing list report log note
notes date time name address phone email fax mobile welded burnt burned worn broken damaged loose stuck leaking
leak dirty hot cold wet dry noise noisy vibration pressure temperature speed level flow voltage current torque position
resistance contacts auxiliary main side interface ok bad good fine dead siemens abb schneider bosch rexroth festo
danfoss omron mitsubishi fanuc kuka yaskawa yokogawa honeywell emerson rockwell bradley rosemount endress hauser grundfos
wilo ksb sew eurodrive lenze parker skf fag nsk timken caterpillar cat komatsu hitachi liebherr volvo deere cummins
perkins atlas copco ingersoll rand kaeser haas mazak okuma doosan trumpf amada microsoft windows linux android google
amazon english german chinese french american european north south east west sensor's unknown n/a na tbd pending same
very really just only also still again always never bus net network ethernet profinet profibus modbus plc hmi cnc vfd
dc ac led lcd usb io api id sn pn user admin administrator guest root default zeiss crane street road avenue united
states kingdom germany china sir madam everyone everybody team colleagues someone somebody anyone nobody experiencing
mr mrs ms miss dr prof herr frau mme tel mob attn seat seats cab cabin roof chair ladder handle handles lamp light lights mirror
window windscreen wiper horn pedal console joystick lever armrest step steps frame bracket bolt bolts nut pin bush hose
datasheet sheet table figure page section chapter standard spec specification instruction instructions procedure policy
form schedule plan lab label plate book letter file folder data app website site-map link video photo picture
calling looking trying having going getting using working afraid sure sorry happy glad located based hot-line
`);
